// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The user's settings for this browser.

import { HOME, askSite } from '../../shared/home-texts.js';
import { element } from '../elements.js';
import { button, does, pageTop } from '../home-parts.js';

/**
 * @param {any} screen @param {import('./screen-parts.js').Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawSettings(screen, actions) {
  /** @param {string} id @param {string} key */
  function box(id, key) {
    const input = element('input', { type: 'checkbox', id, checked: screen[key] });
    input.addEventListener('change', () => does(actions, 'set', { key, on: input.checked })());
    return input;
  }
  /** @type {[string, HTMLInputElement, string][]} */
  const boxes = [
    ['showCount', box('show-count', 'showCount'), HOME.count],
    ['automaticPasskeys', box('automatic-passkeys', 'automaticPasskeys'), HOME.automaticPasskeys],
    ['httpSignIns', box('http-sign-ins', 'httpSignIns'), HOME.httpSignIns],
  ];
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
      ...boxes.map(([, input, words]) => element('label', { className: 'check' }, input, element('span', { dir: 'auto' }, words))),
      element('h2', {}, HOME.never), sites,
      element('div', { className: 'text' }, button(HOME.health, does(actions, 'health'), { id: 'health', className: 'small' }),
        element('p', { className: 'about', dir: 'auto' }, HOME.healthHint)),
      element('p', { className: 'about', dir: 'auto' }, HOME.language),
    ],
    words: '',
    refresh(next) {
      for (const [key, input] of boxes) input.checked = next[key];
      drawSites(next.neverHere);
      return true;
    },
    escape() {
      does(actions, 'back')();
      return true;
    },
  };
}
