// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The list that a provider presents: rows with live codes, their remaining seconds, and a search that filters while the user types.

import { numeral } from '../shared/language.js';
import { POPUP, kindName, secondsLeft } from '../shared/texts.js';
import { drawing, element, icon, rowWords } from './elements.js';

const MOST_SHOWN = 200;
const SOON_SECONDS = 5;

/** @typedef {import('../shared/messages.js').View} View */
/** @typedef {import('../shared/messages.js').Row} Row */

/** @type {{view: View, draw: () => void, rows: Map<string, HTMLButtonElement>} | null} */
let shown = null;

/**
 * Returns a code in two halves, the way people read it aloud.
 * @param {string} code
 */
export function grouped(code) {
  if (!/^\d{6,10}$/.test(code)) return code;
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`;
}

/** @param {Row} row @param {number} now seconds since 1970 */
export function secondsOf(row, now) {
  return row.validUntil === null ? null : Math.max(0, Math.ceil(row.validUntil - now));
}

/**
 * Returns the rows whose words contain every word of the query.
 * @param {Row[]} rows
 * @param {string} query
 */
export function filtered(rows, query) {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = `${row.title} ${row.subtitle} ${row.provider}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * Returns the rows that fit the request, then the others. The others always get a heading, even if no row fits the site.
 * @param {View} view @param {Row[]} rows
 * @returns {{heading: string | null, members: Row[]}[]}
 */
export function sections(view, rows) {
  const fitting = rows.filter((row) => row.match);
  const others = rows.filter((row) => !row.match);
  const isSplit = others.some((row) => row.match === false) || (fitting.length > 0 && others.length > 0);
  if (view.kind !== 'list' || !isSplit) return [{ heading: null, members: rows }];
  return [{ heading: POPUP.fits, members: fitting }, { heading: POPUP.others, members: others }].filter(({ members }) => members.length > 0);
}

/**
 * Returns the row that Enter chooses once the user has typed a query; never a row that does not fit.
 * @param {Row[]} rows the rows shown
 * @param {string} query
 */
export function enterTakes(rows, query) {
  return query.trim() === '' ? null : (rows.find((row) => row.match) ?? null);
}

/**
 * Whether two views are the same except for their codes and times, which change by themselves while the user looks at them.
 * @param {View} one @param {View} other
 */
export function isSameButForCodes(one, other) {
  const still = (/** @type {View} */ view) =>
    JSON.stringify({ ...view, rows: view.rows.map((row) => ({ ...row, code: null, validUntil: null, period: null })) });
  return still(one) === still(other);
}

/** @param {View} one @param {View} other */
export function isSameButForRows(one, other) {
  return JSON.stringify({ ...one, rows: [] }) === JSON.stringify({ ...other, rows: [] });
}

function ring() {
  const svg = drawing('svg', { viewBox: '0 0 36 36', 'aria-hidden': 'true' });
  const circle = { cx: '18', cy: '18', r: '15.9' };
  svg.append(drawing('circle', circle), drawing('circle', { ...circle, class: 'rest' }));
  return svg;
}

/** @param {HTMLButtonElement} button @param {Row} row */
function update(button, row) {
  const text = (/** @type {string} */ name) => /** @type {HTMLElement | null} */ (button.querySelector(name));
  const title = text('.title bdi');
  const code = text('.code');
  if (title && title.textContent !== row.title) title.textContent = row.title;
  const value = row.code === null ? '' : grouped(row.code);
  if (code && code.textContent !== value) code.textContent = value;
  tick(button, row);
}

/** @param {HTMLButtonElement} button @param {Row} row */
function tick(button, row) {
  const left = /** @type {HTMLElement | null} */ (button.querySelector('.left'));
  if (left === null) return;
  const seconds = secondsOf(row, Date.now() / 1000);
  left.hidden = seconds === null;
  if (seconds === null) return;
  const share = row.period ? Math.min(1, ((row.validUntil ?? 0) - Date.now() / 1000) / row.period) : 1;
  left.classList.toggle('soon', seconds <= SOON_SECONDS);
  left.title = secondsLeft(seconds);
  /** @type {HTMLElement} */ (left.querySelector('.number')).textContent = numeral(seconds);
  left.querySelector('.rest')?.setAttribute('stroke-dashoffset', String(100 - 100 * Math.max(0, share)));
}

/**
 * Whether a row shows its provider: if it is not the view's source or the list mixes several, and the row's own words do not name it.
 * @param {View} view @param {Row} row
 */
export function namesProvider(view, row) {
  if (row.provider === '' || `${row.title} ${row.subtitle}`.includes(row.provider)) return false;
  return row.provider !== view.source || view.rows.some((other) => other.provider !== row.provider);
}

/**
 * Returns the name of a row's kind, if the list mixes kinds and the row's own words do not name it.
 * @param {View} view @param {Row} row
 */
export function nameOfKind(view, row) {
  const name = kindName(row.kind);
  if (row.subtitle.toLowerCase().includes(name.toLowerCase())) return '';
  return view.rows.some((other) => other.kind !== row.kind) ? name : '';
}

/** @param {View} view @param {Row} row @param {(row: string) => void} choose */
function drawRow(view, row, choose) {
  const words = rowWords(row.title, [row.subtitle, nameOfKind(view, row), namesProvider(view, row) ? row.provider : '']);
  const button = element('button', { type: 'button', onclick: () => choose(row.id) }, words);
  if (row.kind !== '') button.prepend(icon(row.kind));
  button.dataset.row = row.id;
  if (row.code !== null) {
    // A changing number would be read aloud again and again, so screen readers skip it.
    const left = element('span', { className: 'left', ariaHidden: 'true' }, ring(), element('span', { className: 'number' }));
    button.append(element('span', { className: 'live' }, element('span', { className: 'code' }), left));
  }
  update(button, row);
  return button;
}

/**
 * @param {View} view
 * @param {{choose: (row: string) => void, announceCount: (shown: number, total: number) => void}} actions
 */
export function drawList(view, { choose, announceCount }) {
  const rows = element('div', { className: 'rows' });
  const search = element('input', {
    id: 'search',
    type: 'search',
    placeholder: POPUP.search,
    ariaLabel: POPUP.search,
    autocomplete: 'off',
    spellcheck: false,
  });
  const list = { view, draw, rows: new Map() };
  shown = list;

  function draw() {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.row;
    const fitting = filtered(list.view.rows, search.value);
    const some = fitting.slice(0, MOST_SHOWN);
    list.rows = new Map(some.map((row) => [row.id, drawRow(list.view, row, choose)]));
    rows.replaceChildren();
    for (const { heading, members } of sections(list.view, some)) {
      if (heading !== null) rows.append(element('h2', {}, heading));
      for (const row of members) rows.append(/** @type {Node} */ (list.rows.get(row.id)));
    }
    if (some.length === 0) rows.append(element('p', { className: 'note', dir: 'auto' }, view.rows.length === 0 ? POPUP.noRows : POPUP.noMatch));
    if (focused !== undefined) list.rows.get(focused)?.focus();
    return [some.length, list.view.rows.length];
  }

  search.addEventListener('input', () => {
    const [some, total] = draw();
    announceCount(some, total);
  });
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.repeat || event.isComposing) return;
    const taken = enterTakes(filtered(list.view.rows, search.value), search.value);
    if (taken !== null) choose(taken.id);
  });
  draw();
  const isSearchable = view.searchable && view.kind === 'list';
  return {
    top: isSearchable ? [search] : [],
    rows,
  };
}

/**
 * Updates the codes in the list on the screen. The search and the focus stay as they are.
 * @param {View} view
 * @returns {boolean} false if no list is on the screen or the view has no rows
 */
export function refreshList(view) {
  if (shown === null || view.rows.length === 0) return false;
  const before = shown.view.rows;
  shown.view = view;
  const isSameRow = (/** @type {Row} */ one, /** @type {Row} */ other) =>
    one.id === other.id && one.subtitle === other.subtitle && one.kind === other.kind && one.provider === other.provider && one.match === other.match;
  const isSameRows = before.length === view.rows.length && before.every((row, index) => isSameRow(row, view.rows[index]));
  if (!isSameRows) shown.draw();
  else for (const row of view.rows) {
    const button = shown.rows.get(row.id);
    if (button) update(button, row);
  }
  return true;
}

setInterval(() => {
  if (shown === null) return;
  for (const row of shown.view.rows) {
    const button = shown.rows.get(row.id);
    if (button?.isConnected) tick(button, row);
  }
}, 500);
