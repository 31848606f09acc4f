// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The texts of the pages of the popup's home.

import { counted, language, message, numeral } from './language.js';
import { kindName } from './texts.js';

/** @typedef {import('./vault-answers.js').Entry} Entry */

/** The messages about what has just happened. */
export const SAID = Object.freeze({
  get copied() { return message('saidCopied'); },
  get copiedUser() { return message('saidCopiedUser'); },
  get copiedValue() { return message('saidCopiedValue'); },
  get notCopied() { return message('saidNotCopied'); },
  get nothing() { return message('saidNothing'); },
  get saved() { return message('saidSaved'); },
  get added() { return message('saidAdded'); },
  get restored() { return message('saidRestored'); },
  get accepted() { return message('saidAccepted'); },
});

/** @param {string} title */
export const removedText = (title) => message('saidRemoved', [title]);

/** Fixed texts of the pages. */
export const HOME = Object.freeze({
  get fits() { return message('homeFits'); },
  get nothingFits() { return message('homeNothingFits'); },
  get sections() { return message('homeSections'); },
  get search() { return message('homeSearch'); },
  get noMatch() { return message('homeNoMatch'); },
  get empty() { return message('homeEmpty'); },
  get nothing() { return message('homeNothing'); },
  get emptyNext() { return message('homeEmptyNext'); },
  get noneOfKind() { return message('homeNoneOfKind'); },
  get unlock() { return message('homeUnlock'); },
  get lock() { return message('homeLock'); },
  get add() { return message('homeAdd'); },
  get generate() { return message('homeGenerate'); },
  get settings() { return message('homeSettings'); },
  get back() { return message('homeBack'); },
  get keys() { return message('homeKeys'); },
  get more() { return message('homeMore'); },
  get undo() { return message('homeUndo'); },
  get pending() { return message('homePending'); },
  get sameAccount() { return message('entrySameAccount'); },
  get tags() { return message('entryTags'); },
  get favourite() { return message('entryFavourite'); },
  get onRequest() { return message('homeOnRequest'); },
  get user() { return message('entryUser'); },
  get password() { return message('entryPassword'); },
  get code() { return message('entryCode'); },
  get title() { return message('entryTitle'); },
  get service() { return message('entryService'); },
  get services() { return message('entryServices'); },
  get reveal() { return message('entryReveal'); },
  get hide() { return message('entryHide'); },
  get copy() { return message('entryCopy'); },
  get copyUser() { return message('entryCopyUser'); },
  get copyPassword() { return message('entryCopyPassword'); },
  get copyCode() { return message('entryCopyCode'); },
  get hidden() { return message('entryHidden'); },
  get files() { return message('entryFiles'); },
  get filesNext() { return message('entryFilesNext'); },
  get plainNext() { return message('entryPlainNext'); },
  get copyCommand() { return message('entryCopyCommand'); },
  get nextCode() { return message('entryNextCode'); },
  get accept() { return message('entryAccept'); },
  get passkey() { return message('entryPasskey'); },
  get edit() { return message('entryEdit'); },
  get remove() { return message('entryRemove'); },
  get save() { return message('entrySave'); },
  get newPassword() { return message('entryNewPassword'); },
  get newLink() { return message('entryNewLink'); },
  get addTitle() { return message('addTitle'); },
  get addLogin() { return message('addLogin'); },
  get addCode() { return message('addCode'); },
  get addWhat() { return message('addWhat'); },
  get optionalTitle() { return message('addOptionalTitle'); },
  get make() { return message('addMake'); },
  get link() { return message('addLink'); },
  get linkHint() { return message('addLinkHint'); },
  get readPageCode() { return message('addReadPageCode'); },
  get goOn() { return message('addContinue'); },
  get belongs() { return message('addBelongs'); },
  get separate() { return message('addSeparate'); },
  get missing() { return message('addMissing'); },
  get makeTitle() { return message('makeTitle'); },
  get makeKinds() { return message('makeKinds'); },
  get makeAgain() { return message('makeAgain'); },
  get count() { return message('settingsCount'); },
  get httpSignIns() { return message('settingsHttpSignIns'); },
  get automaticPasskeys() { return message('settingsAutomaticPasskeys'); },
  get never() { return message('settingsNever'); },
  get neverNone() { return message('settingsNeverNone'); },
  get ask() { return message('settingsAsk'); },
  get health() { return message('settingsHealth'); },
  get healthHint() { return message('settingsHealthHint'); },
  get language() { return message('settingsLanguage'); },
});

/** @type {Record<string, () => string>} */
const SECTION_NAMES = {
  all: () => message('homeAll'),
  'one-time-code': () => message('homeCodes'),
  passkey: () => message('homePasskeys'),
  password: () => message('homePasswords'),
  note: () => message('homeNotes'),
  card: () => message('homeCards'),
  identity: () => message('homeIdentities'),
};

/** @param {string} section */
export const sectionName = (section) => SECTION_NAMES[section]?.() ?? '';

/**
 * The texts for a vault that shows nothing.
 * @type {Record<string, () => {title: string, next: string, command: string | null}>}
 */
const CLOSED = {
  locked: () => ({ title: message('homeLocked'), next: message('homeLockedNext'), command: null }),
  noVault: () => ({ title: message('homeNoVault'), next: message('homeNoVaultNext'), command: 'passfold init' }),
  unreadable: () => ({ title: message('homeUnreadable'), next: message('homeUnreadableNext'), command: 'passfold status' }),
};

/** @param {string} state the state of the vault, other than `unlocked` */
export const closedVault = (state) => (Object.hasOwn(CLOSED, state) ? CLOSED[state] : CLOSED.unreadable)();

/** @type {Record<string, () => string>} */
const SIGNS = {
  lower: () => message('makeLower'),
  upper: () => message('makeUpper'),
  digits: () => message('makeDigits'),
  symbols: () => message('makeSymbols'),
};

/** @param {string} kind a kind of characters in a password */
export const signsName = (kind) => SIGNS[kind]?.() ?? '';

/** @param {number} count */
export const lengthText = (count) => message('makeLength', [numeral(count)]);

/** @param {number} count */
export const entryCount = (count) => counted('homeEntries', count);

/** @param {string} title */
export const editTitle = (title) => message('entryEditTitle', [title]);

/** @param {string} service */
export const opensService = (service) => message('entryOpens', [service]);

/** @param {string} site */
export const askSite = (site) => message('settingsAskSite', [site]);

/** @type {Record<string, () => string>} */
const WARNINGS = {
  shortSecret: () => message('addWarnShortSecret'),
  issuerDiffersFromPage: () => message('addWarnOtherPage'),
  hasCodeAlready: () => message('addWarnHasCode'),
  alreadyStored: () => message('addWarnStored'),
};

/** @param {string[]} warnings */
export const warningTexts = (warnings) => warnings.filter((one) => Object.hasOwn(WARNINGS, one)).map((one) => WARNINGS[one]());

/**
 * Returns the row for an item that fits the page.
 * @param {import('./messages.js').Item} item
 * @param {string} id the id that comes back when the row is picked
 * @param {boolean} fills whether the page has a field for it
 * @param {boolean} showsSource
 */
export function fittingRow({ kind, service, account, provider }, id, fills, showsSource) {
  const action = fills ? message('homeFill') : message('homeOpen');
  const name = kind === 'one-time-code' ? message('entryCode') : kindName(kind);
  return { id, icon: kind, title: service, subtitle: account, kindName: name, source: provider, showsSource, action };
}

/** @param {import('./vault-answers.js').Details} details */
export function entryDetails({ issuer, added, login, history }) {
  const found = [];
  if (issuer !== '') found.push({ label: message('entryIssuer'), value: issuer });
  if (login !== null) found.push({ label: message('entryLogin'), value: [login.title, login.user].filter(Boolean).join(', ') });
  if (added !== null) {
    const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(added * 1000);
    found.push({ label: message('entryAdded'), value: date });
  }
  if (history > 0) found.push({ label: message('entryHistory'), value: numeral(history) });
  return found;
}
