// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What fits the focused field.

import { POPUP, providerState } from '../../shared/texts.js';
import { element, icon, rowWords } from '../elements.js';
import { aboutSite, cancelButton, detailList, heading } from './screen-parts.js';

/** @param {any} row @param {boolean} showsSource @param {() => void} choose */
function suggestionButton(row, showsSource, choose) {
  const words = rowWords(row.title, [row.subtitle, showsSource ? row.source : '']);
  const button = element('button', { type: 'button', onclick: choose }, icon(row.icon), words);
  button.dataset.row = row.id;
  return button;
}

/**
 * @param {any} screen @param {import('./screen-parts.js').Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawSuggestions(screen, actions) {
  const { send } = actions;
  /** @type {HTMLElement[]} */
  const parts = [heading(screen.title, aboutSite(screen.site))];
  if (screen.note) parts.push(element('p', { className: 'note', dir: 'auto' }, screen.note));
  const sources = new Set(screen.rows.map((/** @type {any} */ row) => row.source));
  const rows = element(
    'div',
    { className: 'rows' },
    ...screen.rows.map((/** @type {any} */ row) => suggestionButton(row, sources.size > 1, () => send({ type: 'choose', row: row.id }))),
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
  parts.push(element('footer', {}, cancelButton(actions, screen.providers.length > 0 ? POPUP.close : POPUP.cancel)));
  const first = /** @type {HTMLElement[]} */ ([...rows.children]).find(({ dataset }) => screen.selected !== null && dataset.row === screen.selected);
  // If a row has the focus, a screen reader does not read the heading.
  return { parts, words: `${first === undefined ? '' : screen.title} ${screen.site} ${screen.note ?? ''}`, focus: first };
}
