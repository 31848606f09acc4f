// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Generates a password by the rules that the user chooses.

import { HOME, lengthText, signsName } from '../../shared/home-texts.js';
import { KINDS, LONGEST, SHORTEST } from '../../shared/random-password.js';
import { element } from '../elements.js';
import { button, does, pageTop, saidNote } from '../home-parts.js';

/**
 * @param {any} screen @param {import('./screen-parts.js').Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawGenerator(screen, actions) {
  const made = element('output', { id: 'made', className: 'made', dir: 'ltr' }, screen.made);
  const length = element('input', { id: 'length', type: 'range', min: String(SHORTEST), max: String(LONGEST), value: String(screen.length) });
  const lengthLabel = element('span', { dir: 'auto' }, lengthText(screen.length));
  const boxes = Object.keys(KINDS).map((name) => element('input', { type: 'checkbox', id: `with-${name}`, value: name, checked: screen.kinds.includes(name), onchange: make }));
  const said = saidNote(screen.said, actions);

  function make() {
    const kinds = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    does(actions, 'make', { length: Number(length.value), kinds })();
  }
  length.addEventListener('input', () => {
    lengthLabel.textContent = lengthText(Number(length.value));
    make();
  });

  const rules = element('div', { className: 'text' },
    element('label', { className: 'field' }, lengthLabel, length),
    element('fieldset', {}, element('legend', {}, HOME.makeKinds),
      ...boxes.map((box) => element('label', { className: 'check' }, box, element('span', {}, signsName(box.value))))));
  const footer = element('footer', { className: 'tools' },
    button(HOME.makeAgain, make, { id: 'again' }),
    button(HOME.copy, does(actions, 'copy-made'), { id: 'copy-made', className: 'main end', releases: true, icon: 'copy' }));
  return {
    parts: [pageTop(HOME.makeTitle, actions), said, made, rules, footer],
    words: '',
    refresh(next) {
      made.textContent = next.made;
      said.hidden = !next.said;
      /** @type {HTMLElement} */ (said.querySelector('p')).textContent = next.said?.text ?? '';
      if (next.said) actions.announce(next.said.text);
      return true;
    },
    escape() {
      does(actions, 'back')();
      return true;
    },
    gone() {
      made.textContent = '';
    },
  };
}
