// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Draws the worker's screens and sends back what the person does. It decides nothing and keeps nothing.

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
/**
 * What is on the screen, as its file drew it.
 * @type {import('./screens/screen-parts.js').Drawn | null}
 */
let shown = null;
/**
 * What a screen begins with.
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

/** Escape leaves a page of the home, and the popup where there is nothing to leave. */
const giveUp = () => {
  if (shown?.escape?.() !== true) cancel();
};

/**
 * Puts a screen up. The heading has the focus, so that a screen reader begins there and no row or button waits for a key
 * that was meant for the page; in the home it is a search or a form, where keys release nothing. The one exception is the code
 * that follows a password, which is one key away.
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
 * Gives the focus back where nothing has it: Firefox draws a popup before its panel is open, and what is focused that early
 * may lose it when the panel takes the document over.
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
/** The pages of the home, which the person came to by themselves: there, looking around counts at once. */
const HOME_PAGES = ['home', 'entry', 'edit', 'add', 'generator', 'settings'];

/**
 * Whether an event can do nothing but look around: search, type, move, go from page to page. Whatever gives something out,
 * makes or changes something waits like everywhere else.
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
    // New codes leave everything as it is; other rows are as new to the person as another screen, but keep their search.
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
  // The worker was started anew: what was on the screen belongs to the old one.
  port.onDisconnect.addListener(() => window.close());
}

/**
 * Calls once what was drawn before was painted, in a popup that can be seen.
 * @param {() => void} act
 */
function afterPaint(act) {
  // A frame is asked for before it is painted: when the second one is, the first has been. Nothing is painted while hidden.
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
// What was hidden is seen anew.
document.addEventListener('visibilitychange', guard.begin);
window.addEventListener('focus', keepFocus);

/**
 * Ctrl+C on a row or an entry's page copies its secret, unless there is a text that the person chose.
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
  // Typing searches, wherever the focus is.
  const isText = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.altKey && !event.metaKey;
  // Firefox keeps Escape for itself, and closes the popup by it.
  if (event.key === 'ArrowLeft' && event.altKey && shown?.escape?.() === true) event.preventDefault();
  if (event.key === 'c' && (event.ctrlKey || event.metaKey) && !event.repeat) copyChosen(event);
  if (isText && search !== null && focused !== search) search.focus();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows = /** @type {HTMLElement[]} */ ([...root.querySelectorAll('[data-row]:not([hidden]), #show-all, #other-device, #more:not([hidden])')]);
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
