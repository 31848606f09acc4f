// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The parts of the home's pages: the top with the button back, buttons, labelled fields, and a code with its remaining time.

import { numeral } from '../shared/language.js';
import { HOME } from '../shared/home-texts.js';
import { secondsLeft } from '../shared/texts.js';
import { drawing, element, icon } from './elements.js';
import { grouped } from './list.js';

/** @typedef {import('./screens/screen-parts.js').Actions} Actions */

const SOON_SECONDS = 5;

/**
 * Returns a function that sends an act of the page to the worker.
 * @param {Actions} actions @param {string} act @param {object} [more]
 */
export const does = ({ send }, act, more = {}) => () => send({ type: 'home', act, ...more });

/**
 * @param {string} text @param {() => void} onclick
 * @param {{id?: string, className?: string, releases?: boolean, label?: string, icon?: string}} [more] `releases` if the button releases
 *   or changes something: a click counts only after the page has been visible for a while
 */
export function button(text, onclick, more = {}) {
  const { id = '', className = '', releases = false, label = '', icon: name = '' } = more;
  const made = element('button', { type: 'button', className, onclick }, ...(name ? [icon(name)] : []), ...(text ? [text] : []));
  if (id) made.id = id;
  if (releases) made.dataset.releases = '';
  if (label) {
    made.ariaLabel = label;
    made.title = label;
  }
  return made;
}

/**
 * Returns what Ctrl+C copies from an entry of a kind; null if the kind has no single secret.
 * @param {string | undefined} kind
 */
export function copiedOf(kind) {
  if (kind === 'one-time-code') return 'code';
  if (kind === 'card' || kind === 'note') return 'secret';
  return kind === 'password' ? 'password' : null;
}

/** @param {string} title @param {Actions} actions @param {...Node} more */
export function pageTop(title, actions, ...more) {
  const back = button('', does(actions, 'back'), { id: 'back', className: 'quiet', label: HOME.back, icon: 'back' });
  const heading = element('h1', { tabIndex: -1, dir: 'auto' }, title);
  return element('div', { className: 'top' }, element('div', { className: 'bar' }, back, heading, ...more));
}

/**
 * Returns the note about what has just happened.
 * @param {{text: string, undo?: boolean} | null | undefined} said @param {Actions} actions
 */
export function saidNote(said, actions) {
  const note = element('div', { id: 'said', className: 'note said', hidden: !said }, element('p', { dir: 'auto' }, said?.text ?? ''));
  if (said?.undo) note.append(button(HOME.undo, does(actions, 'undo'), { id: 'undo', className: 'small', releases: true }));
  return note;
}

/** @param {string} text @param {HTMLElement} field @param {...Node} more the elements next to the field */
export function labelled(text, field, ...more) {
  return element('label', { className: 'field' }, element('span', { dir: 'auto' }, text), ...(more.length > 0 ? [element('span', { className: 'beside' }, field, ...more)] : [field]));
}

/** @param {string} id @param {string} value @param {object} [more] */
export function textField(id, value, more = {}) {
  return element('input', { id, type: 'text', value, autocomplete: 'off', spellcheck: false, autocapitalize: 'off', dir: 'auto', ...more });
}

/** Returns the element for a code in readable groups, with its remaining time. */
export function liveCode() {
  const circle = { cx: '18', cy: '18', r: '15.9' };
  const svg = drawing('svg', { viewBox: '0 0 36 36', 'aria-hidden': 'true' });
  svg.append(drawing('circle', circle), drawing('circle', { ...circle, class: 'rest' }));
  const left = element('span', { className: 'left', ariaHidden: 'true' }, svg, element('span', { className: 'number' }));
  return element('span', { className: 'live' }, element('span', { className: 'code' }), left);
}

/**
 * @param {Element} live the element from `liveCode` @param {{text: string | null, validUntil: number | null, period: number | null}} code
 * @returns {boolean} whether the code has expired
 */
export function tellTime(live, { text, validUntil, period }) {
  const shown = /** @type {HTMLElement} */ (live.querySelector('.code'));
  const left = /** @type {HTMLElement} */ (live.querySelector('.left'));
  const words = text === null ? '' : grouped(text);
  if (shown.textContent !== words) shown.textContent = words;
  left.hidden = validUntil === null || text === null;
  if (validUntil === null || text === null) return false;
  const rest = Math.max(0, validUntil - Date.now() / 1000);
  const seconds = Math.ceil(rest);
  left.classList.toggle('soon', seconds <= SOON_SECONDS);
  left.title = secondsLeft(seconds);
  /** @type {HTMLElement} */ (left.querySelector('.number')).textContent = numeral(seconds);
  left.querySelector('.rest')?.setAttribute('stroke-dashoffset', String(100 - 100 * Math.min(1, rest / (period || 30))));
  return rest === 0;
}
