// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What an entry's page calls the things that it shows: values, secrets, notes, fields and files.

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
 * A month or day as the language writes it; anything else as it is.
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
 * A value of a note, card or identity, as it is shown and copied. A name of a later version stands for itself.
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
 * What is handed over for itself: the note, a field of the person's own, or a secret of a note, card or identity.
 * @param {{what: string, name: string}} part @param {string} kind of the entry
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
 * A word of a command, as a shell takes it.
 * @param {string} word
 */
const quoted = (word) => (/^[\w.][\w.-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/**
 * The command that saves the first of an entry's files.
 * @param {string} record @param {import('./vault-answers.js').AttachedFile[]} files
 */
export const saveCommand = (record, [file]) => `passfold attachments ${record} --save=${quoted(file.name)}`;

/** @param {string} record */
export const changeCommand = (record) => `passfold edit ${record}`;
