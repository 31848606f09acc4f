// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The texts of the popup. The words are in `_locales`; this file decides which are shown when.

import { counted, message, numeral, pieces } from './language.js';

/** @type {Record<string, () => string>} */
const KIND_NAMES = {
  'one-time-code': () => message('kindCode'),
  password: () => message('kindPassword'),
  passkey: () => message('kindPasskey'),
  note: () => message('kindNote'),
  card: () => message('kindCard'),
  identity: () => message('kindIdentity'),
};

/** @type {Record<string, () => string>} */
const LIST_NAMES = {
  'one-time-code': () => message('listCodes'),
  username: () => message('listSignIns'),
  'current-password': () => message('listPasswords'),
};

/** @type {Record<string, () => string>} */
const QUESTIONS = {
  'one-time-code': () => message('questionCode'),
  username: () => message('questionSignIn'),
  'current-password': () => message('questionPassword'),
};

/**
 * Returns the rows of the popup, ready to draw; `id` comes back when a row is picked.
 * @param {{items: {kind: string, service: string, account: string, provider: string}[],
 *   locked: {provider: string, isLocked?: boolean}[], canList: boolean}} suggestions
 * @param {string} field
 */
export function suggestionRows(suggestions, field) {
  const rows = suggestions.items.map(({ kind, service, account, provider }, index) => ({
    id: `item-${index}`,
    icon: kind,
    title: account ? message('credentialTitle', [service, account]) : service,
    subtitle: kindName(kind),
    source: provider,
  }));
  for (const [index, { provider, isLocked }] of suggestions.locked.entries()) {
    rows.push({
      id: `locked-${index}`,
      icon: isLocked === false ? 'provider' : 'locked',
      title: isLocked === false ? message('askedTitle', [provider]) : message('lockedTitle', [provider]),
      subtitle: isLocked === false ? message('askedHint') : message('lockedHint'),
      source: provider,
    });
  }
  const all = suggestions.canList ? { id: 'all', icon: 'all', title: LIST_NAMES[field]?.() ?? '', subtitle: '', source: '' } : null;
  return { rows, all };
}

/** @type {Record<string, (subject: string) => string>} */
const HEADINGS = {
  'choose-provider': () => message('chooseProvider'),
  'sign-in': (subject) => message('signInTo', [subject]),
  'sign-in-with-passkey': (subject) => message('signInToWithPasskey', [subject]),
  'choose-new-password': () => message('chooseNewPassword'),
  'type-in-window': (subject) => message('typeInWindow', [subject]),
};

/** @type {Record<string, (row: import('./messages.js').Row) => {title?: string, subtitle?: string}>} */
const ROWS = {
  passkey: ({ provider }) => ({ subtitle: message('passkeyIn', [provider]) }),
  // A row that is not a match is a new password, which no provider has yet.
  password: ({ provider, match }) => (match === true ? { subtitle: message('passwordIn', [provider]) } : {}),
  'new-passkey': ({ provider }) => ({ title: message('createPasskey'), subtitle: message('createPasskeyWith', [provider]) }),
  locked: ({ provider }) => ({ title: message('unlockProvider', [provider]), subtitle: message('unlockProviderHint') }),
};

/**
 * Adds the words that the broker's own views come without; returns a provider's view unchanged.
 * @param {import('./messages.js').View} view
 * @returns {import('./messages.js').View}
 */
export function worded(view) {
  if (view.heading === null) return view;
  const { code, subject } = view.heading;
  const rows = view.rows.map((row) => ({ ...row, ...ROWS[row.kind]?.(row) }));
  return { ...view, title: HEADINGS[code]?.(subject) ?? subject, rows };
}

/**
 * Returns the name of a credential's kind; empty for rows that are not credentials.
 * @param {string} kind
 */
export function kindName(kind) {
  return KIND_NAMES[kind]?.() ?? '';
}

/** @param {string} field */
export function question(field) {
  return QUESTIONS[field]?.() ?? message('questionOther');
}

/**
 * Returns the text for a site that asks for a passkey inside another site's page.
 * @param {string} site @param {string} around
 */
export function siteInside(site, around) {
  return message('siteInside', [site, around]);
}

/** Returns the texts for a profile that has just been connected. */
export function pairingDone() {
  return { title: message('connectedTitle'), message: message('connected') };
}

/**
 * @param {string} service
 * @param {string} account
 */
export function setUpDone(service, account) {
  const name = account ? message('serviceAndAccount', [service, account]) : service;
  return { title: message('setUpDoneTitle'), message: message('setUpDone', [name]) };
}

/** @type {Record<string, () => string>} */
const STATE_NAMES = {
  starting: () => message('stateStarting'),
  locked: () => message('stateLocked'),
  unlocked: () => message('stateUnlocked'),
  ready: () => message('stateReady'),
  resting: () => message('stateResting'),
  noVault: () => message('stateNoVault'),
  disabled: () => message('stateDisabled'),
  notAgreed: () => message('stateNotAgreed'),
  failed: () => message('stateFailed'),
};

/** @param {string} state */
export function providerState(state) {
  return Object.hasOwn(STATE_NAMES, state) ? STATE_NAMES[state]() : state;
}

/** Fixed texts of the popup. */
export const POPUP = Object.freeze({
  /** The product's name, the same in every language. */
  home: 'Passfold',
  get cancel() { return message('cancel'); },
  get close() { return message('close'); },
  get tryAgain() { return message('tryAgain'); },
  get confirm() { return message('confirm'); },
  get search() { return message('search'); },
  get waiting() { return message('waiting'); },
  get nothingFits() { return message('nothingFits'); },
  get noMatch() { return message('noMatch'); },
  get noRows() { return message('noRows'); },
  get fits() { return message('fits'); },
  get others() { return message('others'); },
  get providers() { return message('providers'); },
  get setUpWaiting() { return message('setUpWaiting'); },
  get setUpReading() { return message('setUpReading'); },
  get connect() { return message('connect'); },
  get connectWaiting() { return message('connectWaiting'); },
  get compare() { return message('compare'); },
  get differ() { return message('differ'); },
  get notNow() { return message('keepNotNow'); },
  get neverHere() { return message('keepNeverHere'); },
  get otherDevice() { return message('passkeyOtherDevice'); },
  get health() { return message('healthLink'); },
  get freshSuggestions() { return message('freshSuggestions'); },
});

/** Returns the texts for a generated password that was filled into a form before the vault could save it. */
export function filledNotKept() {
  return { title: message('keepFilledTitle'), message: message('keepFilledNotKept') };
}

/**
 * Returns the text that names a site and a provider. The number 0 is in place of the first given name, and 1 in place of the second.
 * @param {boolean} hasSite
 * @param {boolean} hasProvider
 */
export function aboutPieces(hasSite, hasProvider) {
  if (hasSite && hasProvider) return pieces('aboutSiteAndProvider', 2);
  if (hasSite) return pieces('aboutSite', 1);
  return hasProvider ? pieces('aboutProvider', 1) : [];
}

/** @param {number} shown @param {number} total */
export function resultCount(shown, total) {
  return shown < total ? message('resultsShown', [numeral(shown), numeral(total)]) : counted('resultCount', total);
}

/** @param {number} seconds */
export function secondsLeft(seconds) {
  return message('secondsLeft', [numeral(seconds)]);
}
