// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What is said around the popup: on screens that come without the person having opened it, and in the browser's own menus.

import { message } from './language.js';

/**
 * The title over the code of the login whose password was filled just now.
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
 * An entry of the browser's own menu.
 * @param {string} id
 */
export function menuText(id) {
  return MENU[id]?.() ?? id;
}

/**
 * What is told of a passkey that nobody was asked about.
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
 * @param {'refused' | 'expired' | ''} note what has happened before
 */
export function signInChallenge(note) {
  const notes = { refused: () => message('challengeRefused'), expired: () => message('freshSuggestions'), '': () => null };
  return { title: message('challengeTitle'), note: notes[note]() };
}
