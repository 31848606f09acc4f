// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Draws the worker's screens and sends back the user's actions. It makes no decisions and stores nothing.

import { POPUP_PORT } from '../shared/messages.js';
import { language, layoutDirection } from '../shared/language.js';
import { createInputGuard } from './input-guard.js';
import { isSameButForCodes, isSameButForRows, refreshList } from './list.js';
import { drawEntry } from './screens/entry.js';
import { drawAdd, drawEdit } from './screens/forms.js';
import { drawGenerator } from './screens/generator.js';
import { drawHome } from './screens/home.js';
import { drawMadePasskey } from './screens/made-passkey.js';
import { drawDone, drawWaiting } from './screens/notices.js';
import { drawPairing } from './screens/pairing.js';
import { drawProblem } from './screens/problem.js';
import { drawSettings } from './screens/settings.js';
import { drawSuggestions } from './screens/suggestions.js';
import { drawView } from './screens/view.js';

/** How long a waiting screen must last to be drawn. */
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
/**
 * The current screen, as drawn by its file.
 * @type {import('./screens/screen-parts.js').Drawn | null}
 */
let shown = null;
/**
 * The element that has the focus first on the current screen.
 * @type {HTMLElement | null}
 */
let first = null;
/** @type {any} */
let timer = null;

/** @param {object} message */
function send(message) {
  port?.postMessage({ ...message, screen: number });
}

const cancel = () => send({ type: 'cancel' });

/** Handles Escape, which leaves a page of the home or, if there is nothing to leave, the popup. */
const giveUp = () => {
  if (shown?.escape?.() !== true) cancel();
};

/**
 * Shows a screen. The heading gets the focus, so that a screen reader begins there and a key meant for the page cannot activate a row or
 * button. In the home, a search or a form gets the focus, where keys release nothing. The only exception is the code that follows a
 * password, which is one key away.
 * @param {import('./screens/screen-parts.js').Drawn} drawnScreen
 */
function put(drawnScreen) {
  shown?.gone?.();
  shown = drawnScreen;
  const { parts, words, focus } = drawnScreen;
  root.replaceChildren(...parts);
  scrollTo(0, 0);
  first = focus ?? root.querySelector('h1');
  first?.focus();
  announce(words);
  guard.begin();
}

/**
 * Restores the focus if nothing has it. Firefox draws a popup before its panel is open, and an element focused that early may lose the
 * focus when the panel takes over the document.
 */
function keepFocus() {
  if (document.activeElement === document.body) first?.focus();
}

/** @param {string} words */
function announce(words) {
  spoken.textContent = words.replace(/\s+/g, ' ').trim();
}

/** @type {Record<string, (screen: any, actions: import('./screens/screen-parts.js').Actions) => import('./screens/screen-parts.js').Drawn>} */
const DRAW = {
  suggestions: drawSuggestions,
  view: drawView,
  waiting: drawWaiting,
  problem: drawProblem,
  done: drawDone,
  pairing: drawPairing,
  home: drawHome,
  entry: drawEntry,
  edit: drawEdit,
  add: drawAdd,
  generator: drawGenerator,
  settings: drawSettings,
  'made-passkey': drawMadePasskey,
};

const FIELDS = ['input', 'textarea', 'select'];
/** The pages of the home, which the user opened themselves: harmless events count there immediately. */
const HOME_PAGES = ['home', 'entry', 'edit', 'add', 'generator', 'settings'];

/**
 * Whether an event is harmless: it can only search, type, move or change the page. Events that release, create or change something wait as
 * on other screens.
 * @param {any} event
 */
function isHarmless(event) {
  if (!HOME_PAGES.includes(drawn?.kind) || !(event.target instanceof Element)) return false;
  const { target } = event;
  if (target.closest('[data-releases]') !== null) return false;
  const isField = FIELDS.includes(target.localName);
  if (event.type.startsWith('key')) {
    if (event.ctrlKey || event.metaKey) return isField;
    if (event.key === 'Enter' && target.closest('form') !== null) return false;
  }
  return true;
}

/** @param {number} nextNumber @param {any} screen */
function show(nextNumber, screen) {
  clearTimeout(timer);
  const isUpdate = number === nextNumber;
  const isSame = isUpdate && drawn?.kind === 'view' && screen.kind === 'view';
  number = nextNumber;
  const draw = () => {
    const before = drawn;
    drawn = screen;
    if (isUpdate && before?.kind === screen.kind && shown?.refresh?.(screen) === true) return;
    // New codes change nothing else. Other rows are as new to the user as another screen, but the search is kept.
    if (isSame && isSameButForRows(before.view, screen.view) && refreshList(screen.view)) {
      if (!isSameButForCodes(before.view, screen.view)) guard.begin();
      return;
    }
    const drawScreen = DRAW[screen.kind];
    if (drawScreen !== undefined) put(drawScreen(screen, { send, announce }));
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
  // The worker was restarted, and the screen belongs to the old one.
  port.onDisconnect.addListener(() => window.close());
}

/**
 * Calls a function once the previous drawing has been painted, in a visible popup.
 * @param {() => void} act
 */
function afterPaint(act) {
  // A frame's callback runs before its paint: when the second runs, the first frame has been painted. A hidden popup paints nothing.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    keepFocus();
    act();
  }));
}

const guard = createInputGuard({
  target: window,
  now: () => performance.now(),
  afterPaint,
  setTimer: (action, milliseconds) => setTimeout(action, milliseconds),
  clearTimer: (pending) => clearTimeout(pending),
  changed: (isReady) => document.documentElement.toggleAttribute('data-ready', isReady),
  giveUp,
  isHarmless,
});
// A popup that was hidden counts as newly shown.
document.addEventListener('visibilitychange', guard.begin);
window.addEventListener('focus', keepFocus);

/**
 * Copies the secret of a row or an entry's page on Ctrl+C, unless the user has selected text.
 * @param {KeyboardEvent} event
 */
function copyChosen(event) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  if (shown?.copied === undefined || FIELDS.includes(focused.localName) || String(getSelection()) !== '') return;
  if (drawn.kind === 'home' && focused.dataset.kind === undefined) return;
  const { record, what } = shown.copied(focused);
  if (record === undefined || what === null) return;
  event.preventDefault();
  send({ type: 'home', act: 'copy', what, record });
}

document.addEventListener('keydown', (event) => {
  const focused = document.activeElement;
  const search = /** @type {HTMLElement | null} */ (root.querySelector('#search'));
  if (event.key === 'Enter' && drawn?.view?.destructive && !(focused instanceof HTMLButtonElement)) cancel();
  // Typing starts a search, wherever the focus is.
  const isText = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.altKey && !event.metaKey;
  // Firefox reserves Escape and closes the popup with it, so Alt+Left has the same function.
  if (event.key === 'ArrowLeft' && event.altKey && shown?.escape?.() === true) event.preventDefault();
  if (event.key === 'c' && (event.ctrlKey || event.metaKey) && !event.repeat) copyChosen(event);
  if (isText && search !== null && focused !== search) search.focus();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-row]:not([hidden]), #show-all, #other-device, #more:not([hidden])')]);
  if (rows.length === 0) return;
  event.preventDefault();
  // From the heading, the first step leads to a row. The search is above the first row.
  const stops = search === null ? rows : [search, ...rows];
  const at = stops.indexOf(/** @type {HTMLElement} */ (focused));
  const next = at >= 0 ? stops[(at + step + stops.length) % stops.length] : step > 0 ? rows[0] : rows[rows.length - 1];
  next.focus();
});

document.documentElement.lang = language();
document.documentElement.dir = layoutDirection();
connect();
