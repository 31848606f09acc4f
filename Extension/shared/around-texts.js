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
};

/**
 * An entry of the browser's own menu.
 * @param {string} id
 */
export function menuText(id) {
  return MENU[id]?.() ?? id;
}
