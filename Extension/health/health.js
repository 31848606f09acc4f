// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Draws the path from the page to the vault, and how to fix its first fault. It makes no decisions and stores nothing.

import { element } from '../popup/elements.js';
import { language, layoutDirection } from '../shared/language.js';
import { HEALTH_PORT } from '../shared/messages.js';
import { providerState } from '../shared/texts.js';
import { HEALTH, firstFault, linkName, mendOf, reportOf, stateName } from './words.js';

/** @typedef {import('../background/health.js').Health} Health */

const root = /** @type {HTMLElement} */ (document.getElementById('screen'));
const spoken = /** @type {HTMLElement} */ (document.getElementById('spoken'));
/** @type {any} */
const chrome = /** @type {any} */ (globalThis).chrome;

/** @type {any} */
let port = null;

/** @param {string} words */
function announce(words) {
  spoken.textContent = words;
}

/** @param {string} text */
const paragraph = (text) => element('p', { dir: 'auto' }, text);

/** @param {import('./words.js').Mend} mend */
function mendParts({ happened, kept, next, command }) {
  const parts = [happened, kept, next].filter(Boolean).map(paragraph);
  return command === null ? parts : [...parts, element('code', { className: 'command' }, command)];
}

/** @param {Health['links'][number]} link @param {Health['providers']} providers */
function linkItem(link, providers) {
  const item = element('li', { className: `link ${link.state}` });
  item.dataset.link = link.name;
  item.dataset.state = link.state;
  item.append(element('h2', { dir: 'auto' }, linkName(link.name)), element('span', { className: 'state' }, stateName(link.state)));
  const mend = mendOf(link);
  if (mend !== null) item.append(element('div', { className: 'text' }, ...mendParts(mend)));
  if (link.name === 'providers' && providers.length > 0) {
    const pairs = providers.flatMap(({ name, state }) => [
      element('dt', { dir: 'auto' }, name),
      element('dd', { dir: 'auto' }, providerState(state)),
    ]);
    item.append(element('dl', {}, ...pairs));
  }
  return item;
}

/** @param {string} text */
function copy(text) {
  navigator.clipboard.writeText(text).then(() => announce(HEALTH.copied), () => {
    // If the browser gives no access to the clipboard, the text is selected instead.
    const area = /** @type {HTMLTextAreaElement | null} */ (document.querySelector('#report'));
    area?.focus();
    area?.select();
  });
}

/** @param {string} summary @param {HTMLElement[]} parts */
function put(summary, parts) {
  const header = element(
    'header',
    {},
    element('img', { src: '../icons/passfold-48.png', alt: '' }),
    element('div', {}, element('h1', { tabIndex: -1, dir: 'auto' }, HEALTH.title), element('p', { className: 'about', dir: 'auto' }, HEALTH.intro)),
  );
  const again = element('button', { id: 'again', type: 'button', className: 'main', onclick: check }, HEALTH.again);
  const hadFocus = document.activeElement?.id;
  root.replaceChildren(header, element('p', { id: 'summary', dir: 'auto' }, summary), ...parts, element('footer', {}, again));
  const focus = hadFocus === 'again' ? again : root.querySelector('h1');
  /** @type {HTMLElement | null} */ (focus)?.focus();
  announce(summary);
}

/** @param {Health} health */
function draw(health) {
  // An unknown state is not a fault: the fault to fix is the first broken link or, without one, the first that needs attention.
  const fault = health.links.find(({ state }) => state === 'broken') ?? health.links.find(({ state }) => state === 'attention');
  const list = element('ol', { className: 'chain' }, ...health.links.map((link) => linkItem(link, health.providers)));
  const text = reportOf(health, navigator.userAgent);
  const area = element('textarea', { id: 'report', readOnly: true, rows: text.split('\n').length, spellcheck: false, dir: 'ltr', value: text });
  const label = element('label', { htmlFor: 'report', className: 'about', dir: 'auto' }, HEALTH.reportHint);
  const report = element(
    'details',
    {},
    element('summary', { dir: 'auto' }, HEALTH.report),
    label,
    area,
    element('button', { id: 'copy', type: 'button', onclick: () => copy(text) }, HEALTH.copy),
  );
  put(fault === undefined ? HEALTH.allWell : firstFault(fault), [list, report]);
  root.dataset.fault = fault?.name ?? '';
}

function check() {
  delete root.dataset.fault;
  put(HEALTH.checking, []);
  try {
    port ??= connect();
    port.postMessage({ type: 'check' });
  } catch {
    // The extension was updated or removed while this page was open.
    put(HEALTH.gone, []);
  }
}

function connect() {
  const opened = chrome.runtime.connect({ name: HEALTH_PORT });
  opened.onMessage.addListener((/** @type {any} */ message) => {
    if (message.type === 'health') draw(message);
  });
  opened.onDisconnect.addListener(() => {
    void chrome.runtime.lastError;
    port = null;
  });
  return opened;
}

document.documentElement.lang = language();
document.documentElement.dir = layoutDirection();
document.title = HEALTH.title;
check();
