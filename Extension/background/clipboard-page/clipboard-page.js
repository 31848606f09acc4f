// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Writes text to the clipboard, or reads it. A page that is not shown can use only the old `document.execCommand`.

const field = /** @type {HTMLTextAreaElement} */ (document.getElementById('text'));
const port = /** @type {any} */ (globalThis).chrome.runtime.connect({ name: 'passfold-clipboard' });

/** @param {string} text */
function write(text) {
  if (text !== '') {
    field.value = text;
    field.select();
    return document.execCommand('copy');
  }
  // An empty text cannot be selected, so the copy event sets it.
  const empty = (/** @type {ClipboardEvent} */ event) => {
    event.clipboardData?.setData('text/plain', '');
    event.preventDefault();
  };
  document.addEventListener('copy', empty, { once: true });
  field.value = ' ';
  field.select();
  return document.execCommand('copy');
}

function read() {
  field.value = '';
  field.focus();
  return document.execCommand('paste') ? field.value : null;
}

port.onMessage.addListener((/** @type {{write?: string}} */ message) => {
  if (typeof message.write === 'string') port.postMessage({ done: write(message.write) });
  else port.postMessage({ text: read() });
  field.value = '';
});
