// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The parts of an entry that the vault releases individually: its password, the secrets of a note, card or identity, the user's own
// fields, and the note.

import { PLAIN_KINDS } from '../../shared/vault-answers.js';

/**
 * @typedef {{what: 'password' | 'secret' | 'field' | 'note', name: string, isHidden: boolean, isEmpty: boolean, text: string | null, hiding: any}} Part
 *   `isEmpty` if there is nothing to show; `text` is null while it is not shown; `hiding` is the timer that hides a revealed part
 */

/**
 * @param {import('../../shared/vault-answers.js').Details} details
 * @returns {Part[]} in the order in which they are shown
 */
export function partsOf({ entry, empty, note, fields, secrets }) {
  /** @param {Part['what']} what @param {string} name @param {boolean} isHidden @returns {Part} */
  const part = (what, name, isHidden) => {
    const isEmpty = empty && (what === 'password' || (entry.kind === 'note' && what === 'secret'));
    return { what, name, isHidden: isHidden && !isEmpty, isEmpty, text: null, hiding: null };
  };
  return [
    ...(entry.kind === 'password' ? [part('password', '', true)] : []),
    ...secrets.map((name) => part('secret', name, true)),
    ...fields.map(({ name, isHidden }) => part('field', name, isHidden)),
    ...(note ? [part('note', '', false)] : []),
  ];
}

/** @param {string} record @param {Part} part */
export function requestFor(record, { what, name }) {
  const wanted = what === 'password' ? {} : what === 'note' ? { note: true } : { field: name };
  return { type: 'reveal', query: record, knows: PLAIN_KINDS, ...wanted };
}

/**
 * Copies the texts of a `shown` answer into their parts.
 * @param {Part[]} parts
 * @param {import('../vault-requests.js').VaultAnswer} answer
 */
export function takeShown(parts, answer) {
  if (answer.type !== 'shown') return;
  const bytes = new TextEncoder().encode(answer.secret ?? '');
  const lengths = answer.parts.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.bytes, 0);
  // If the length differs from what was announced, nothing is shown.
  if (lengths !== bytes.length) return;
  let place = 0;
  for (const { field, bytes: length } of answer.parts) {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(place, place + length));
    place += length;
    const own = parts.find(({ what, name, isHidden }) => !isHidden && (field === null ? what === 'note' : what === 'field' && name === field));
    if (own !== undefined) own.text = text;
  }
}
