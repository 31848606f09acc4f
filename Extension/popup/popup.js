// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Draws the worker's screens and sends back what the person does. It decides nothing and keeps nothing.

import { POPUP_PORT } from '../shared/messages.js';
import { POPUP, providerState, resultCount, textDirection } from '../shared/texts.js';
import { element, icon, rowWords } from './elements.js';
import { drawList, refreshList } from './list.js';
import { pairingText } from './pairing.js';

/** What can be picked is drawn no sooner, so that a double click in the page cannot end here. */
const SETTLE_MILLISECONDS = 200;
/** A screen that is gone sooner than this is not drawn. */
const WAITING_AFTER_MILLISECONDS = 150;

const openedAt = performance.now();
const root = /** @type {HTMLElement} */ (document.getElementById('screen'));
const spoken = /** @type {HTMLElement} */ (document.getElementById('spoken'));
/** @type {any} */
const chrome = /** @type {any} */ (globalThis).chrome;

/** @type {any} */
let port = null;
let number = -1;
/** @type {any} */
let drawn = null;
/** @type {any} */
let timer = null;

/** @param {object} message */
function send(message) {
  port?.postMessage({ ...message, screen: number });
}

/** @param {string} row */
const choose = (row) => send({ type: 'choose', row });
const cancel = () => send({ type: 'cancel' });

/** @param {string} title @param {(Node | string)[]} about @param {...Node} more what stays in sight with it */
function heading(title, about, ...more) {
  const text = element('div', {}, element('h1', { tabIndex: -1, dir: 'auto' }, title));
  if (about.length > 0) text.append(element('p', { className: 'about', dir: 'auto' }, ...about));
  const header = element('header', {}, element('img', { src: '../icons/passfold-48.png', alt: '' }), text);
  return element('div', { className: 'top' }, header, ...more);
}

/** @param {string} site @param {string} [source] */
function aboutSite(site, source) {
  const parts = [];
  if (site) parts.push(`${POPUP.forSite} `, element('b', { dir: 'ltr' }, site));
  if (source) parts.push(`${site ? ' · ' : ''}${POPUP.fromProvider} ${source}`);
  return parts;
}

/** @param {string} label */
function cancelButton(label = POPUP.cancel) {
  return element('button', { id: 'cancel', type: 'button', onclick: cancel }, label);
}

/** @param {{label: string, value: string}[]} details */
function detailList(details) {
  return element(
    'dl',
    {},
    ...details.flatMap(({ label, value }) => [
      element('dt', { dir: 'auto' }, label),
      element('dd', { dir: 'auto' }, value),
    ]),
  );
}

/** @param {any} row @param {boolean} showsSource */
function suggestionButton(row, showsSource) {
  const words = rowWords(row.title, [row.subtitle, showsSource ? row.source : '']);
  const button = element('button', { type: 'button', onclick: () => choose(row.id) }, icon(row.icon), words);
  button.dataset.row = row.id;
  return button;
}

/** @param {any} screen */
function drawSuggestions(screen) {
  /** @type {HTMLElement[]} */
  const parts = [heading(screen.title, aboutSite(screen.site))];
  if (screen.note) parts.push(element('p', { className: 'note' }, screen.note));
  const sources = new Set(screen.rows.map((/** @type {any} */ row) => row.source));
  const rows = element(
    'div',
    { className: 'rows' },
    ...screen.rows.map((/** @type {any} */ row) => suggestionButton(row, sources.size > 1)),
  );
  if (screen.all) {
    const open = () => send({ type: 'show-all' });
    rows.append(element('button', { id: 'show-all', type: 'button', onclick: open }, icon('all'), element('bdi', {}, screen.all.title)));
  }
  if (rows.childElementCount > 0) parts.push(rows);
  else if (!screen.note) parts.push(element('p', {}, POPUP.nothingFits));
  if (screen.providers.length > 0) {
    parts.push(
      element('h2', { className: 'providers' }, POPUP.providers),
      detailList(
        screen.providers.map((/** @type {any} */ { name, state }) => ({ label: name, value: providerState(state) })),
      ),
    );
  }
  parts.push(element('footer', {}, cancelButton(screen.providers.length > 0 ? POPUP.close : POPUP.cancel)));
  root.replaceChildren(...parts);
  const selected = /** @type {HTMLElement | null} */ (
    screen.selected === null ? null : root.querySelector(`[data-row="${CSS.escape(screen.selected)}"]`)
  );
  focusOn(selected ?? root.querySelector('[data-row]') ?? root.querySelector('#cancel'));
  announce(`${screen.title} ${screen.site} ${screen.note ?? ''}`);
}

/** @param {any} screen */
function drawView({ view, site }) {
  const about = aboutSite(site, view.source);
  if (view.kind === 'list' || view.kind === 'choice') {
    const list = drawList(view, { choose, announceCount: (shown, total) => announce(resultCount(shown, total)) });
    /** @type {HTMLElement[]} */
    const parts = [heading(view.title, about, ...list.top)];
    if (view.message) parts.push(element('p', { dir: 'auto' }, view.message));
    if (view.details.length > 0) parts.push(detailList(view.details));
    parts.push(list.rows, element('footer', {}, cancelButton()));
    root.replaceChildren(...parts);
    focusOn(list.first());
    announce(`${view.title} ${site}`);
    return;
  }
  const text = element('div', { className: 'text' });
  if (view.message) {
    const message = element('p', { dir: 'auto' }, view.message);
    text.append(view.busy ? element('div', { className: 'busy' }, spinner(), message) : message);
  } else if (view.busy) text.append(element('div', { className: 'busy' }, spinner(), POPUP.waiting));
  if (view.details.length > 0) text.append(detailList(view.details));
  const footer = element('footer', {}, cancelButton(view.kind === 'message' && !view.busy ? POPUP.close : POPUP.cancel));
  if (view.kind === 'confirmation') {
    const className = view.destructive ? 'main destructive' : 'main';
    const confirm = () => send({ type: 'confirm' });
    footer.append(
      element('button', { id: 'confirm', type: 'button', className, onclick: confirm }, view.confirmLabel || POPUP.confirm),
    );
  }
  root.replaceChildren(heading(view.title, about), text, footer);
  focusOn((view.destructive ? null : root.querySelector('#confirm')) ?? root.querySelector('#cancel'));
  announce(`${view.title} ${site} ${view.message ?? ''}`);
}

function spinner() {
  return element('span', { className: 'spinner', ariaHidden: 'true' });
}

/** @param {any} screen */
function drawWaiting(screen) {
  root.replaceChildren(
    heading(POPUP.home, aboutSite(screen.site)),
    element('div', { className: 'busy' }, spinner(), element('p', {}, screen.title)),
    element('footer', {}, cancelButton()),
  );
  focusOn(root.querySelector('h1'));
  announce(screen.title);
}

/** @param {any} screen */
function drawProblem({ problem, site }) {
  const text = element(
    'div',
    { className: 'text' },
    element('p', { dir: 'auto' }, problem.happened),
    element('p', {}, problem.kept),
    element('p', {}, problem.next),
  );
  if (problem.command) text.append(element('code', { className: 'command' }, problem.command));
  const footer = element('footer', {}, cancelButton(POPUP.close));
  if (problem.retry) {
    const again = () => send({ type: 'try-again' });
    footer.append(element('button', { id: 'try-again', type: 'button', className: 'main', onclick: again }, POPUP.tryAgain));
  }
  if (problem.connect) {
    const connectBrowser = () => send({ type: 'connect' });
    footer.append(element('button', { id: 'connect', type: 'button', className: 'main', onclick: connectBrowser }, POPUP.connect));
  }
  root.replaceChildren(heading(problem.title, aboutSite(site)), text, footer);
  focusOn(root.querySelector('#try-again') ?? root.querySelector('#cancel'));
  announce(`${problem.title} ${problem.happened} ${problem.kept} ${problem.next} ${problem.command ?? ''}`);
}

/** @param {any} screen */
function drawDone(screen) {
  root.replaceChildren(
    heading(screen.title, aboutSite(screen.site)),
    element('p', { dir: 'auto' }, screen.message),
    element('footer', {}, cancelButton(POPUP.close)),
  );
  focusOn(root.querySelector('#cancel'));
  announce(screen.message);
}

/** @param {any} screen */
function drawPairing({ digits }) {
  const text = digits === null ? element('div', { className: 'busy' }, spinner(), POPUP.connectWaiting) : pairingText(digits);
  root.replaceChildren(heading(POPUP.connect, []), text, element('footer', {}, cancelButton()));
  focusOn(root.querySelector('h1'));
  announce(digits === null ? POPUP.connectWaiting : `${POPUP.compare} ${[...digits].join(' ')}. ${POPUP.differ}`);
}

/** @param {Element | null} target */
function focusOn(target) {
  if (target instanceof HTMLElement) target.focus();
}

/** @param {string} words */
function announce(words) {
  spoken.textContent = words.replace(/\s+/g, ' ').trim();
}

/** @type {Record<string, (screen: any) => void>} */
const DRAW = {
  suggestions: drawSuggestions,
  view: drawView,
  waiting: drawWaiting,
  problem: drawProblem,
  done: drawDone,
  pairing: drawPairing,
};

/** @param {number} nextNumber @param {any} screen */
function show(nextNumber, screen) {
  clearTimeout(timer);
  const isSame = number === nextNumber && drawn?.kind === 'view' && screen.kind === 'view';
  number = nextNumber;
  const draw = () => {
    if (isSame && drawn.view.kind === screen.view.kind && refreshList(screen.view)) return;
    drawn = screen;
    DRAW[screen.kind]?.(screen);
  };
  const settle = Math.max(0, openedAt + SETTLE_MILLISECONDS - performance.now());
  const wait = screen.kind === 'waiting' ? Math.max(settle, WAITING_AFTER_MILLISECONDS) : settle;
  if (wait > 0) timer = setTimeout(draw, wait);
  else draw();
}

function connect() {
  port = chrome.runtime.connect({ name: POPUP_PORT });
  port.onMessage.addListener((/** @type {any} */ message) => {
    if (message.type === 'show') show(message.number, message.screen);
    else if (message.type === 'close') window.close();
  });
  // The worker was started anew: what was on the screen belongs to the old one.
  port.onDisconnect.addListener(() => window.close());
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    event.preventDefault();
    cancel();
    return;
  }
  // A key that was held down in the page must not choose here.
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) {
    event.preventDefault();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('#search, [data-row]:not([hidden]), #show-all')]);
  if (stops.length === 0) return;
  event.preventDefault();
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  stops[at < 0 ? (step > 0 ? 0 : stops.length - 1) : (at + step + stops.length) % stops.length].focus();
});

document.documentElement.dir = textDirection(chrome.i18n.getUILanguage());
connect();
