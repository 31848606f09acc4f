// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Draws the worker's screens and sends back what the person does. It decides nothing and keeps nothing.

import { POPUP_PORT } from '../shared/messages.js';
import { language, layoutDirection } from '../shared/language.js';
import { POPUP, aboutPieces, providerState, resultCount } from '../shared/texts.js';
import { element, icon, rowWords } from './elements.js';
import { createInputGuard } from './input-guard.js';
import { drawList, isSameButForCodes, isSameButForRows, refreshList } from './list.js';
import { pairingText } from './pairing.js';

/** A screen that is gone sooner than this is not drawn. */
const WAITING_AFTER_MILLISECONDS = 150;

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
  const names = [];
  if (site) names.push(element('b', { dir: 'ltr' }, site));
  if (source) names.push(element('bdi', {}, source));
  return aboutPieces(Boolean(site), Boolean(source)).map((piece) => (typeof piece === 'number' ? names[piece] : piece));
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
  if (screen.note) parts.push(element('p', { className: 'note', dir: 'auto' }, screen.note));
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
  else if (!screen.note) parts.push(element('p', { dir: 'auto' }, POPUP.nothingFits));
  if (screen.providers.length > 0) {
    parts.push(
      element('h2', { className: 'providers' }, POPUP.providers),
      detailList(
        screen.providers.map((/** @type {any} */ { name, state }) => ({ label: name, value: providerState(state) })),
      ),
    );
  }
  parts.push(element('footer', {}, cancelButton(screen.providers.length > 0 ? POPUP.close : POPUP.cancel)));
  put(parts, `${screen.site} ${screen.note ?? ''}`);
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
    put(parts, `${site} ${view.message ?? ''}`);
    return;
  }
  const text = element('div', { className: 'text' });
  if (view.message) {
    text.append(view.busy ? waitingFor(view.message) : element('p', { dir: 'auto' }, view.message));
  } else if (view.busy) text.append(waitingFor(POPUP.waiting));
  if (view.details.length > 0) text.append(detailList(view.details));
  const out = cancelButton(view.kind === 'message' && !view.busy ? POPUP.close : POPUP.cancel);
  const footer = element('footer', {}, out);
  if (view.kind === 'confirmation') {
    // Where going on may do harm, giving up is what stands out and what Enter does.
    const className = view.destructive ? 'destructive' : 'main';
    if (view.destructive) out.className = 'main';
    const confirm = () => send({ type: 'confirm' });
    footer.append(
      element('button', { id: 'confirm', type: 'button', className, onclick: confirm }, view.confirmLabel || POPUP.confirm),
    );
  }
  put([heading(view.title, about), text, footer], `${site} ${view.message ?? ''}`);
}

/** @param {string} words */
function waitingFor(words) {
  const spinner = element('span', { className: 'spinner', ariaHidden: 'true' });
  return element('div', { className: 'busy' }, spinner, element('p', { dir: 'auto' }, words));
}

/** @param {any} screen */
function drawWaiting(screen) {
  put([heading(POPUP.home, aboutSite(screen.site)), waitingFor(screen.title), element('footer', {}, cancelButton())], screen.title);
}

/** @param {any} screen */
function drawProblem({ problem, site }) {
  const text = element(
    'div',
    { className: 'text' },
    element('p', { dir: 'auto' }, problem.happened),
    element('p', { dir: 'auto' }, problem.kept),
    element('p', { dir: 'auto' }, problem.next),
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
  put(
    [heading(problem.title, aboutSite(site)), text, footer],
    `${problem.happened} ${problem.kept} ${problem.next} ${problem.command ?? ''}`,
  );
}

/** @param {any} screen */
function drawDone(screen) {
  const message = element('p', { dir: 'auto' }, screen.message);
  put([heading(screen.title, aboutSite(screen.site)), message, element('footer', {}, cancelButton(POPUP.close))], screen.message);
}

/** @param {any} screen */
function drawPairing({ digits }) {
  const text = digits === null ? waitingFor(POPUP.connectWaiting) : pairingText(digits);
  put(
    [heading(POPUP.connect, []), text, element('footer', {}, cancelButton())],
    digits === null ? POPUP.connectWaiting : `${POPUP.compare} ${[...digits].join(' ')}. ${POPUP.differ}`,
  );
}

/**
 * Puts a screen up. The heading has the focus, so that a screen reader begins there and no row or button waits for a key
 * that was meant for the page.
 * @param {Node[]} parts
 * @param {string} words what is read out after the heading
 */
function put(parts, words) {
  root.replaceChildren(...parts);
  root.querySelector('h1')?.focus();
  announce(words);
  guard.begin();
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
    const before = drawn;
    drawn = screen;
    // New codes leave everything as it is; other rows are as new to the person as another screen, but keep their search.
    if (isSame && isSameButForRows(before.view, screen.view) && refreshList(screen.view)) {
      if (!isSameButForCodes(before.view, screen.view)) guard.begin();
      return;
    }
    DRAW[screen.kind]?.(screen);
  };
  if (screen.kind === 'waiting') timer = setTimeout(draw, WAITING_AFTER_MILLISECONDS);
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

/**
 * Calls once what was drawn before was painted, in a popup that can be seen.
 * @param {() => void} act
 */
function afterPaint(act) {
  // A frame is asked for before it is painted: when the second one is, the first has been. Nothing is painted while hidden.
  requestAnimationFrame(() => requestAnimationFrame(act));
}

const guard = createInputGuard({
  target: window,
  now: () => performance.now(),
  afterPaint,
  setTimer: (action, milliseconds) => setTimeout(action, milliseconds),
  clearTimer: (pending) => clearTimeout(pending),
  changed: (isReady) => document.documentElement.toggleAttribute('data-ready', isReady),
  giveUp: cancel,
});
// What was hidden is seen anew.
document.addEventListener('visibilitychange', guard.begin);

document.addEventListener('keydown', (event) => {
  const focused = document.activeElement;
  const search = /** @type {HTMLElement | null} */ (root.querySelector('#search'));
  if (event.key === 'Enter' && drawn?.view?.destructive && !(focused instanceof HTMLButtonElement)) cancel();
  // Typing searches, wherever the focus is.
  const isText = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (isText && search !== null && focused !== search) search.focus();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-row]:not([hidden]), #show-all')]);
  if (rows.length === 0) return;
  event.preventDefault();
  // From the heading the first step leads to a row; the search stands above the first.
  const stops = search === null ? rows : [search, ...rows];
  const at = stops.indexOf(/** @type {HTMLElement} */ (focused));
  const next = at >= 0 ? stops[(at + step + stops.length) % stops.length] : step > 0 ? rows[0] : rows[rows.length - 1];
  next.focus();
});

document.documentElement.lang = language();
document.documentElement.dir = layoutDirection();
connect();
