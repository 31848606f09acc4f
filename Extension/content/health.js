// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Tells the extension's own worker that the content scripts of this frame are alive. A page can neither ask this nor hear it.

(() => {
  const { runtime } = globalThis.chrome;
  runtime.onMessage.addListener((/** @type {any} */ message, /** @type {any} */ sender, /** @type {(answer: object) => void} */ answer) => {
    if (sender.id === runtime.id && message?.type === 'passfold-health') answer({ type: 'alive' });
  });
})();
