// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The user's actions on the pages of the popup's home, as the popup sends them. Each act has only the members that it needs.

/** The sections of the home; `all` has everything. The last ones are shown only if the vault has entries of the kind. */
export const SECTIONS = Object.freeze(['all', 'one-time-code', 'passkey', 'password', 'note', 'card', 'identity']);
/** The parts of an entry that can be copied; `secret` is the number of a card or the text of a note. */
export const COPIES = Object.freeze(['user', 'password', 'code', 'secret']);

const MOST_CHARACTERS = 1024;
const MOST_SECRET_CHARACTERS = 8192;
const MOST_SERVICES = 32;
const MOST_PARTS = 4096;

/** @param {unknown} value @param {number} [most] @returns {value is string} */
function isText(value, most = MOST_CHARACTERS) {
  return typeof value === 'string' && value.length <= most;
}

/** @param {unknown} value @returns {value is number} */
function isCount(value) {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** @param {unknown} value @returns {value is number} whether it is a valid place of a part on an entry's page */
function isPlace(value) {
  return isCount(value) && value < MOST_PARTS;
}

/** @param {unknown} value @returns {value is string[]} */
function areTexts(value) {
  return Array.isArray(value) && value.length <= MOST_SERVICES && value.every((one) => isText(one));
}

/** @type {Record<string, (value: Record<string, any>) => Record<string, any> | null>} */
const READERS = {
  find: ({ query, section }) => (isText(query) && SECTIONS.includes(section) ? { query, section } : null),
  more: ({ offset, after }) => (isCount(offset) && isText(after) ? { offset, after } : null),
  pick: ({ row }) => (isText(row) ? { row } : null),
  open: ({ record }) => (isText(record) ? { record } : null),
  copy: ({ what, record }) => (COPIES.includes(what) && isText(record ?? '') ? { what, record: record ?? null } : null),
  reveal: ({ part }) => (isPlace(part) ? { part } : null),
  // Without a part, all are hidden.
  hide: ({ part }) => (isPlace(part ?? 0) ? { part: part ?? null } : null),
  'copy-part': ({ part }) => (isPlace(part) ? { part } : null),
  'copy-value': ({ value }) => (isPlace(value) ? { value } : null),
  visit: ({ service }) => (isCount(service) ? { service } : null),
  save: ({ title, user, services, secret }) =>
    isText(title) && isText(user) && areTexts(services) && isText(secret, MOST_SECRET_CHARACTERS) ? { title, user, services, secret } : null,
  add: ({ what }) => (what === 'login' || what === 'code' ? { what } : null),
  'add-login': ({ title, user, service, secret }) =>
    isText(title) && isText(user) && isText(service) && isText(secret, MOST_SECRET_CHARACTERS) ? { title, user, service, secret } : null,
  'look-at-link': ({ link }) => (isText(link, MOST_SECRET_CHARACTERS) ? { link } : null),
  'add-code': ({ service, user, login }) => (isText(service) && isText(user) && isText(login ?? '') ? { service, user, login: login ?? null } : null),
  make: ({ length, kinds }) => (isCount(length) && areTexts(kinds) ? { length, kinds } : null),
  set: ({ key, on }) => (['automaticPasskeys', 'httpSignIns', 'showCount'].includes(key) && typeof on === 'boolean' ? { key, on } : null),
  ask: ({ site }) => (isText(site) ? { site } : null),
};
for (const act of ['back', 'copy-command', 'edit', 'remove', 'undo', 'accept', 'next-code', 'fresh-codes', 'generator', 'copy-made', 'read-page-code', 'lock', 'unlock', 'settings', 'health']) {
  READERS[act] = () => ({});
}

/**
 * @param {Record<string, any>} value a message of type `home`
 * @param {number} screen
 */
export function readHomeAct(value, screen) {
  const read = typeof value.act === 'string' && Object.hasOwn(READERS, value.act) ? READERS[value.act](value) : null;
  return read === null ? null : { type: 'home', screen, act: value.act, ...read };
}
