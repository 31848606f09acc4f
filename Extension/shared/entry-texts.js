// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The labels on an entry's page: of values, secrets, notes, fields and files.

import { language, message } from './language.js';

/** @type {Record<string, () => string>} */
const VALUES = {
  holder: () => message('valueHolder'),
  bank: () => message('valueBank'),
  brand: () => message('valueBrand'),
  expires: () => message('valueExpires'),
  'valid-from': () => message('valueValidFrom'),
  'given-name': () => message('valueGivenName'),
  'family-name': () => message('valueFamilyName'),
  organisation: () => message('valueOrganisation'),
  birthday: () => message('valueBirthday'),
  email: () => message('valueEmail'),
  phone: () => message('valuePhone'),
  address: () => message('valueAddress'),
};

/** @type {Record<string, () => string>} */
const SECRETS = {
  text: () => message('entryText'),
  number: () => message('secretNumber'),
  'security-code': () => message('secretSecurityCode'),
  pin: () => message('secretPIN'),
};

/**
 * Returns a month or day in the format of the language; anything else unchanged.
 * @param {string} value
 */
function dateText(value) {
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(value) ?? [];
  if (year === undefined) return value;
  /** @type {Intl.DateTimeFormatOptions} */
  const form = day === undefined ? { year: 'numeric', month: '2-digit' } : { dateStyle: 'long' };
  return new Intl.DateTimeFormat(language(), { ...form, timeZone: 'UTC' }).format(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
}

const DATES = ['expires', 'valid-from', 'birthday'];

/**
 * Returns a value of a note, card or identity in the form in which it is shown and copied. An unknown name, from a later version, is shown
 * as it is.
 * @param {import('./vault-answers.js').EntryValue} value
 */
export function valueText({ name, label, value }) {
  const known = Object.hasOwn(VALUES, name) ? VALUES[name]() : name;
  return {
    label: label === '' || label === name ? known : message('entryLabelled', [known, label]),
    text: DATES.includes(name) ? dateText(value) : value,
  };
}

/**
 * Returns the label of a part that is released individually: the password, the note, a field of the user's own, or a secret of a note, card
 * or identity.
 * @param {{what: string, name: string}} part @param {string} kind the kind of the entry
 */
export function partLabel({ what, name }, kind) {
  if (what === 'password') return message('entryPassword');
  if (what === 'note') return message('entryNote');
  const isOwnWord = what === 'field' || kind === 'identity' || !Object.hasOwn(SECRETS, name);
  return isOwnWord ? name : SECRETS[name]();
}

/** @param {string} label */
export const revealPart = (label) => message('entryRevealPart', [label]);
/** @param {string} label */
export const hidePart = (label) => message('entryHidePart', [label]);
/** @param {string} label */
export const copyPart = (label) => message('entryCopyPart', [label]);

const UNITS = ['byte', 'kilobyte', 'megabyte'];

/** @param {number} bytes */
function sizeText(bytes) {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const size = bytes / 1000 ** step;
  return new Intl.NumberFormat(language(), { style: 'unit', unit: UNITS[step], maximumFractionDigits: size < 10 ? 1 : 0 }).format(size);
}

/** @param {import('./vault-answers.js').AttachedFile} file */
export const fileText = ({ name, bytes }) => message('entryFile', [name, sizeText(bytes)]);

/**
 * Returns a word of a command, quoted for a shell if necessary.
 * @param {string} word
 */
const quoted = (word) => (/^[\w.][\w.-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/**
 * Returns the command that saves the first of an entry's files.
 * @param {string} record @param {import('./vault-answers.js').AttachedFile[]} files
 */
export const saveCommand = (record, [file]) => `passfold attachments ${record} --save=${quoted(file.name)}`;

/** @param {string} record */
export const changeCommand = (record) => `passfold edit ${record}`;
