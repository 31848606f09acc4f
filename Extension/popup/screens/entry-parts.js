// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The lines of an entry's page: each has a label, a value and its buttons.

import { copyPart, hidePart, revealPart } from '../../shared/entry-texts.js';
import { HOME } from '../../shared/home-texts.js';
import { element, icon } from '../elements.js';
import { button, does } from '../home-parts.js';

/** @typedef {import('./screen-parts.js').Actions} Actions */
/** @typedef {{what: string, label: string, isHidden: boolean, isProse: boolean, isEmpty: boolean, text: string | null}} ShownPart */

/** @param {string} label @param {Node} value @param {...Node} buttons */
export function line(label, value, ...buttons) {
  return element('div', { className: 'line' }, element('span', { className: 'words' },
    element('span', { className: 'subtitle', dir: 'auto' }, label), element('span', { className: 'value' }, value)), ...buttons);
}

/** @param {string} act @param {Actions} actions @param {string} label @param {object} members @param {string} id */
function copyButton(act, actions, label, members, id) {
  return button('', does(actions, act, members), { id, className: 'quiet', releases: true, label, icon: 'copy' });
}

/**
 * Returns the line for a value that is not secret.
 * @param {{label: string, text: string}} value @param {number} place @param {Actions} actions
 */
export function valueLine({ label, text }, place, actions) {
  const words = element('bdi', { id: `value-${place}`, className: 'written' }, text);
  return line(label, words, copyButton('copy-value', actions, copyPart(label), { value: place }, `copy-value-${place}`));
}

/**
 * Returns the line for a password, another secret, a field or the note. A hidden part is shown when the user asks for it.
 * @param {ShownPart} part @param {number} place @param {Actions} actions
 */
export function partLine({ what, label, isHidden, isProse, isEmpty, text: first }, place, actions) {
  const isPassword = what === 'password';
  const names = isPassword ? { value: 'secret', reveal: 'reveal', copy: 'copy-password' }
    : { value: `part-${place}`, reveal: `reveal-${place}`, copy: `copy-part-${place}` };
  if (isEmpty) {
    const nothing = line(label, element('span', { id: names.value }, HOME.nothing));
    return { line: nothing, show() {}, isRevealed: false, clear() {} };
  }
  // Numbers and passwords run from left to right in every language; other texts have their own direction.
  const isText = isProse || what === 'field';
  const value = element(isProse ? 'div' : 'span', { id: names.value, className: isText ? 'written' : 'secret written', dir: isText ? 'auto' : 'ltr' });
  const reveal = button('', () => does(actions, isShown ? 'hide' : 'reveal', { part: place })(), { id: names.reveal, className: 'quiet', releases: true });
  let isShown = false;

  /** @param {string | null} text */
  function show(text) {
    isShown = text !== null;
    value.textContent = text ?? '••••••••••';
    value.ariaLabel = text === null ? HOME.hidden : null;
    reveal.replaceChildren(icon(isShown ? 'hide' : 'reveal'));
    if (isPassword) reveal.ariaLabel = isShown ? HOME.hide : HOME.reveal;
    else reveal.ariaLabel = isShown ? hidePart(label) : revealPart(label);
    reveal.title = reveal.ariaLabel;
    reveal.ariaPressed = String(isShown);
    // A part that is not secret has a button only until it is shown.
    reveal.hidden = !isHidden && isShown;
  }

  show(first);
  const copy = copyButton('copy-part', actions, isPassword ? HOME.copyPassword : copyPart(label), { part: place }, names.copy);
  const made = line(label, value, reveal, copy);
  made.classList.toggle('long', isProse);
  return {
    line: made,
    show,
    /** Whether it is a secret and the user has revealed it. */
    get isRevealed() {
      return isHidden && isShown;
    },
    /** Removes its text from the element. */
    clear() {
      value.textContent = '';
    },
  };
}

/**
 * Returns the note with the command for what the popup cannot do.
 * @param {string} words @param {string} command @param {Actions} actions
 */
export function commandNote(words, command, actions) {
  return element('div', { className: 'note aside' }, element('p', { dir: 'auto' }, words),
    element('span', { className: 'beside' }, element('code', { id: 'command', className: 'command', dir: 'ltr' }, command),
      copyButton('copy-command', actions, HOME.copyCommand, {}, 'copy-command')));
}

/** @param {string[]} files */
export function filesPart(files) {
  const names = files.map((file) => element('li', {}, icon('file'), element('bdi', {}, file)));
  return line(HOME.files, element('ul', { id: 'files', className: 'files' }, ...names));
}
