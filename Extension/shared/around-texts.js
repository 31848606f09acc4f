// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Texts around the popup: on screens that appear although the user did not open it, and in the browser's own menus.

import { message } from './language.js';

/**
 * Returns the title over the code of the login whose password was just filled.
 * @param {string} account
 */
export function followingCode(account) {
  return message('followingCodeTitle', [account]);
}

/** @type {Record<string, () => string>} */
const MENU = {
  passfold: () => message('menuPassfold'),
  'fill-password': () => message('menuFillPassword'),
  'fill-code': () => message('menuFillCode'),
  'make-password': () => message('menuMakePassword'),
  'read-page-code': () => message('menuReadPageCode'),
};

/**
 * Returns the text of an item in the browser's own menu.
 * @param {string} id
 */
export function menuText(id) {
  return MENU[id]?.() ?? id;
}

/**
 * Returns the texts about a passkey that was created without a question.
 * @param {{service: string, account: string}} made
 */
export function madePasskey({ service, account }) {
  const happened = account ? message('madePasskeyFor', [account, service]) : message('madePasskeyAt', [service]);
  return { title: message('madePasskeyTitle'), happened, keeps: message('madePasskeyKeeps') };
}

/** @param {{service: string}} made */
export function removedPasskey({ service }) {
  return { title: message('removedPasskeyTitle'), message: message('removedPasskey', [service]) };
}

/** @param {{service: string}} made */
export function madePasskeyKept({ service }) {
  return { title: message('madePasskeyTitle'), message: message('madePasskeyNotFound', [service]) };
}

/** Fixed texts of these screens. */
export const AROUND = Object.freeze({
  get undo() { return message('madePasskeyUndo'); },
  get keep() { return message('madePasskeyKeep'); },
});

/**
 * @param {'refused' | 'expired' | ''} note what happened before
 */
export function signInChallenge(note) {
  const notes = { refused: () => message('challengeRefused'), expired: () => message('freshSuggestions'), '': () => null };
  return { title: message('challengeTitle'), note: notes[note]() };
}
