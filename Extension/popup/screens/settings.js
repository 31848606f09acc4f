// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What the person decides for this browser.

import { HOME, askSite } from '../../shared/home-texts.js';
import { element } from '../elements.js';
import { button, does, pageTop } from '../home-parts.js';

/**
 * @param {any} screen @param {import('./screen-parts.js').Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawSettings(screen, actions) {
  const count = element('input', { type: 'checkbox', id: 'show-count', checked: screen.showCount });
  count.addEventListener('change', () => does(actions, 'set', { key: 'showCount', on: count.checked })());
  const sites = element('div', { id: 'never', className: 'lines' });

  /** @param {string[]} names */
  function drawSites(names) {
    sites.replaceChildren(...names.map((site) => element('div', { className: 'line' }, element('span', { className: 'words', dir: 'ltr' }, site),
      button(HOME.ask, does(actions, 'ask', { site }), { className: 'small', label: askSite(site) }))));
    if (names.length === 0) sites.append(element('p', { className: 'note', dir: 'auto' }, HOME.neverNone));
  }
  drawSites(screen.neverHere);
  return {
    parts: [
      pageTop(HOME.settings, actions),
      element('label', { className: 'check' }, count, element('span', { dir: 'auto' }, HOME.count)),
      element('h2', {}, HOME.never), sites,
      element('div', { className: 'text' }, button(HOME.health, does(actions, 'health'), { id: 'health', className: 'small' }),
        element('p', { className: 'about', dir: 'auto' }, HOME.healthHint)),
      element('p', { className: 'about', dir: 'auto' }, HOME.language),
    ],
    words: '',
    refresh(next) {
      count.checked = next.showCount;
      drawSites(next.neverHere);
      return true;
    },
    escape() {
      does(actions, 'back')();
      return true;
    },
  };
}
