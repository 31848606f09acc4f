// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Every text that a person reads, in one place. A problem says what happened, what was not lost, and what to do next.

/**
 * @typedef {{title: string, happened: string, kept: string, next: string, command: string | null, retry: boolean, connect?: boolean}} Problem
 */

/** @type {Record<string, string>} */
const KIND_NAMES = {
  'one-time-code': 'Verification code',
  password: 'Password',
  passkey: 'Passkey',
};

/** @type {Record<string, string>} */
const LIST_NAMES = {
  'one-time-code': 'Show all codes…',
  username: 'Show all sign-ins…',
  'current-password': 'Show all passwords…',
};

/** @type {Record<string, string>} */
const QUESTIONS = {
  'one-time-code': 'Fill a verification code?',
  username: 'Sign in with…',
  'current-password': 'Fill a password?',
};

const NOTHING_LEFT = 'Nothing was filled and nothing left your vault.';
const NOTHING_LOST = 'Nothing was lost: your passwords, passkeys and codes stay in your vault.';

/** @type {Record<string, Problem>} */
const CONNECTION_PROBLEMS = {
  hostMissing: {
    title: 'Passfold is not connected to this browser',
    happened: 'The browser does not know where Passfold’s helper program is.',
    kept: NOTHING_LOST,
    next: 'Run this command in a terminal, then try again:',
    command: 'passfold browser register',
    retry: true,
  },
  hostForbidden: {
    title: 'This extension may not talk to Passfold',
    happened: 'Passfold’s helper program is registered, but not for this extension.',
    kept: NOTHING_LOST,
    next: 'Register it anew in a terminal, then try again:',
    command: 'passfold browser register',
    retry: true,
  },
  hostEnded: {
    title: 'Passfold’s helper program stopped',
    happened: 'The program between this browser and Passfold ended without an answer.',
    kept: NOTHING_LOST,
    next: 'Try again. If it keeps happening, see what this command says:',
    command: 'passfold status',
    retry: true,
  },
  brokerUnreachable: {
    title: 'Passfold is not running',
    happened: 'Passfold’s background service could not be reached or started.',
    kept: NOTHING_LOST,
    next: 'See what this command says, then try again:',
    command: 'passfold status',
    retry: true,
  },
  versionMismatch: {
    title: 'Passfold and its extension do not fit together',
    happened: 'The program and the extension speak different versions of their protocol.',
    kept: NOTHING_LOST,
    next: 'Update both, restart the browser, then try again.',
    command: null,
    retry: true,
  },
  protocolError: {
    title: 'Passfold gave an answer that makes no sense',
    happened: 'The extension ended the conversation, because it could not be sure what the answer meant.',
    kept: NOTHING_LOST,
    next: 'Try again. If it keeps happening, update Passfold and restart the browser.',
    command: null,
    retry: true,
  },
  connecting: {
    title: 'Connecting to Passfold…',
    happened: 'The connection is being made.',
    kept: NOTHING_LOST,
    next: 'This takes a moment.',
    command: null,
    retry: true,
  },
};

/** Why this browser profile is not connected, and what to do. @type {Record<string, {title?: string, happened: string, next: string}>} */
const PAIRING_PROBLEMS = {
  unknownKey: {
    title: 'This browser is not connected yet',
    happened: 'Passfold answers only browser profiles that you have connected, so that no other program can pose as your browser.',
    next: 'Connect it once. Passfold then asks you to compare six digits.',
  },
  otherProgram: {
    happened: 'You connected this profile in another browser program than the one that runs it now.',
    next: 'If you moved or replaced your browser, connect it again.',
  },
  hiddenProgram: {
    happened: 'Passfold cannot see which program started its helper, and connects only programs that it can name to you.',
    next: 'Start the browser in the usual way, then try again.',
  },
  declined: {
    happened: 'The connection was cancelled.',
    next: 'If the digits were different, restart the browser before you try again.',
  },
  timedOut: {
    happened: 'Nobody answered Passfold’s question in time.',
    next: 'Try again, and compare the digits in the window that Passfold opens.',
  },
  tooManyTries: {
    happened: 'Three tries within ten minutes have failed.',
    next: 'Wait ten minutes, then try again.',
  },
  pairingElsewhere: {
    happened: 'Another browser or program is being connected at this moment.',
    next: 'If Passfold asks about digits that you do not see here, choose “Do not connect”. Then try again.',
  },
  nowhereToAsk: {
    happened: 'Passfold found no display to ask you on, or no pinentry program to ask with.',
    next: 'Log in to the desktop, install a pinentry program with windows, then try again.',
  },
  notKept: {
    happened: 'You agreed, but Passfold could not write it down.',
    next: 'See that the disk is not full, then try again.',
  },
};

/** @type {Record<string, string>} */
const REFUSALS = {
  insecureOrigin: 'This page came over a connection that is not encrypted, so anyone on the way could read what is filled.',
  opaqueOrigin: 'The browser cannot say which site this page belongs to.',
  crossSiteFrame: 'This field belongs to another site than the page around it.',
  relyingPartyMismatch: 'The page asked for a passkey of another site.',
};

/** @type {Record<string, string>} */
const LINK_FAULTS = {
  missingSecret: 'The link has no secret key in it.',
  secretNotBase32: 'The secret key in the link has characters that do not belong there.',
  secretIncomplete: 'The secret key in the link breaks off in the middle.',
  secretTooLong: 'The secret key in the link is longer than any that Passfold takes.',
  secretTooShort: 'The secret key in the link is too short to be one.',
  unknownAlgorithm: 'The link asks for an algorithm that Passfold does not know.',
  unsupportedAlgorithm: 'The link asks for an algorithm that Passfold does not use.',
  unknownType: 'The link is for a kind of code that Passfold does not know.',
  tooLong: 'The link is longer than any set-up link may be.',
  invalidPercentEncoding: 'The link is damaged: some of its characters are written wrongly.',
  controlCharacter: 'The link has characters in it that cannot be shown.',
  duplicateParameter: 'The link says the same thing twice.',
  counterOutOfRange: 'The link starts counting at a number that Passfold does not take.',
  formNotExpressible: 'The link asks for codes of a form that it cannot describe.',
  digitsOutOfRange: 'The link asks for codes of a length that Passfold does not make.',
  periodOutOfRange: 'The link asks for codes that change too fast or too slowly.',
  notASetupURL: 'The link is not a set-up link for verification codes.',
  unsupportedEncoding: 'The secret key in the link is written in a way that Passfold does not read.',
  notAMigrationURL: 'The link is not an export of verification codes.',
  missingData: 'The export has no codes in it.',
  dataNotBase64: 'The export is damaged: some of its characters do not belong there.',
  malformedPayload: 'The export is damaged or breaks off in the middle.',
  batchOutOfRange: 'The export says a wrong number of parts.',
  foreignPart: 'The link is a part of another export.',
  unknownCodeType: 'The export has a kind of code that Passfold does not know.',
  textNotUTF8: 'The export has a name in it that cannot be read.',
};

/** @type {Record<string, (detail: string | null) => Omit<Problem, 'command' | 'retry'>>} */
const FAILURES = {
  notAllowedHere: (detail) => ({
    title: 'Passfold does not fill here',
    happened: REFUSALS[detail ?? ''] ?? 'This page does not meet the rules for filling.',
    kept: NOTHING_LEFT,
    next: 'Open the site’s own page over https and sign in there.',
  }),
  tokenExpired: () => ({
    title: 'That suggestion is too old',
    happened: 'A suggestion can be used once, within two minutes, on the page it was made for.',
    kept: NOTHING_LEFT,
    next: 'Click into the field again for a fresh one.',
  }),
  nothingToOffer: () => ({
    title: 'Nothing to offer here',
    happened: 'No credential provider has anything for this site.',
    kept: NOTHING_LOST,
    next: 'Add it first, or choose from all that you have.',
  }),
  providerFailed: (detail) => ({
    title: `${detail || 'The credential provider'} did not answer`,
    happened: 'It stopped, took too long, or answered wrongly.',
    kept: 'Nothing was filled. What is stored in your vault was not changed.',
    next: 'Try again: it is started anew.',
  }),
  credentialNotFound: () => ({
    title: 'That credential is gone',
    happened: 'It was removed or changed after it was suggested.',
    kept: 'Everything else in your vault is as it was.',
    next: 'Click into the field again for what there is now.',
  }),
  badSetUpLink: (detail) => ({
    title: 'This set-up link cannot be used',
    happened: LINK_FAULTS[detail ?? ''] ?? 'The link is damaged or of an unknown kind.',
    kept: 'Nothing was added and nothing in your vault was changed.',
    next: 'Reload the page for a new link, or ask the site for its set-up key.',
  }),
  matchedExcludedCredential: () => ({
    title: 'There is a passkey for this account already',
    happened: 'The site does not want a second passkey from the same vault.',
    kept: 'Your passkey was not changed.',
    next: 'Sign in with the passkey that you have.',
  }),
  badRequest: () => ({
    title: 'Passfold did not understand the request',
    happened: 'The page or the extension sent something incomplete.',
    kept: NOTHING_LOST,
    next: 'Reload the page and try again.',
  }),
  busy: () => ({
    title: 'Passfold has too much to do',
    happened: 'More than 64 requests are open.',
    kept: NOTHING_LOST,
    next: 'Close a few pages and try again.',
  }),
  pageChanged: () => ({
    title: 'The page has changed',
    happened: 'It went elsewhere, or the field is gone, before anything could be filled.',
    kept: 'Nothing was filled.',
    next: 'Click into the field again.',
  }),
  timedOut: () => ({
    title: 'That took too long',
    happened: 'The site’s request ended before you answered.',
    kept: NOTHING_LOST,
    next: 'Start again on the page.',
  }),
};

/**
 * @param {string} service
 * @param {string} account
 */
function credentialTitle(service, account) {
  return account ? `${service} — ${account}` : service;
}

/** The rows of the popup, ready to draw; `id` is what comes back when one is picked. */
/**
 * @param {{items: {kind: string, service: string, account: string, provider: string}[],
 *   locked: {provider: string}[], canList: boolean}} suggestions
 * @param {string} field
 */
export function suggestionRows(suggestions, field) {
  const rows = suggestions.items.map((item, index) => ({
    id: `item-${index}`,
    icon: item.kind,
    title: credentialTitle(item.service, item.account),
    subtitle: KIND_NAMES[item.kind],
    source: item.provider,
  }));
  for (const [index, { provider }] of suggestions.locked.entries()) {
    rows.push({
      id: `locked-${index}`,
      icon: 'locked',
      title: `${provider} is locked`,
      subtitle: 'Unlock to see suggestions…',
      source: provider,
    });
  }
  const all = suggestions.canList ? { id: 'all', icon: 'all', title: LIST_NAMES[field], subtitle: '', source: '' } : null;
  return { rows, all };
}

/** @type {Record<string, (subject: string) => string>} */
const HEADINGS = {
  'choose-provider': () => 'Choose a provider',
  'sign-in': (subject) => `Sign in to ${subject}`,
  'sign-in-with-passkey': (subject) => `Sign in to ${subject} with a passkey`,
  'choose-new-password': () => 'Choose a new password',
};

/** @type {Record<string, (row: import('./messages.js').Row) => {title?: string, subtitle?: string}>} */
const ROWS = {
  passkey: ({ provider }) => ({ subtitle: `Passkey in ${provider}` }),
  // A row that fits nothing is a new password, which is in no provider yet.
  password: ({ provider, match }) => (match === true ? { subtitle: `Password in ${provider}` } : {}),
  'new-passkey': ({ provider }) => ({ title: 'Create a passkey', subtitle: `With ${provider}` }),
  locked: ({ provider }) => ({ title: `Unlock ${provider}`, subtitle: 'It is locked' }),
};

/**
 * The view with the words that a view of the broker's own comes without; a provider's view is as it was.
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
 * What a credential's kind is called; empty for rows that are none.
 * @param {string} kind
 */
export function kindName(kind) {
  return KIND_NAMES[kind] ?? '';
}

/** @param {string} field */
export function question(field) {
  return QUESTIONS[field] ?? 'Fill from Passfold?';
}

/**
 * @param {string} state a connection state
 * @returns {Problem}
 */
export function connectionProblem(state) {
  return CONNECTION_PROBLEMS[state] ?? CONNECTION_PROBLEMS.hostEnded;
}

/**
 * @param {string} reason why this profile is not connected: the broker's word, or a connection state
 * @returns {Problem}
 */
export function pairingProblem(reason) {
  if (Object.hasOwn(CONNECTION_PROBLEMS, reason)) return connectionProblem(reason);
  const wording = Object.hasOwn(PAIRING_PROBLEMS, reason) ? PAIRING_PROBLEMS[reason] : PAIRING_PROBLEMS.unknownKey;
  return { title: 'This browser is not connected', ...wording, kept: NOTHING_LEFT, command: null, retry: false, connect: true };
}

/** What is said once this profile is connected. */
export function pairingDone() {
  return { title: 'This browser is connected', message: 'Passfold now fills in your passwords, passkeys and codes here.' };
}

/**
 * @param {string} code a failure's code
 * @param {string | null} detail
 * @returns {Problem}
 */
export function failureProblem(code, detail) {
  if (Object.hasOwn(CONNECTION_PROBLEMS, code)) return connectionProblem(code);
  if (code === 'notPaired') return pairingProblem('unknownKey');
  const wording = Object.hasOwn(FAILURES, code) ? FAILURES[code](detail) : FAILURES.providerFailed(null);
  return { ...wording, command: null, retry: false };
}

/**
 * @param {string} service
 * @param {string} account
 */
export function setUpDone(service, account) {
  const name = account ? `${service}, ${account}` : service;
  return {
    title: 'Verification code added',
    message: `Verification code added for ${name}. Click into the page’s code field to fill the code it asks for.`,
  };
}

/** @type {Record<string, string>} */
const STATE_NAMES = {
  starting: 'Starting…',
  locked: 'Locked',
  unlocked: 'Unlocked',
  ready: 'Ready',
  resting: 'Ready: it starts when it is needed',
  noVault: 'No vault yet: run “passfold init” in a terminal',
  disabled: 'Turned off after repeated faults: run “passfold providers list” in a terminal',
  failed: 'Not working: run “passfold status” in a terminal',
};

/** @param {string} state */
export function providerState(state) {
  return STATE_NAMES[state] ?? state;
}

/** ISO 639 codes of languages that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi']);

/**
 * The direction of a browser in this language.
 * @param {string} language a BCP 47 tag
 */
export function textDirection(language) {
  return RIGHT_TO_LEFT.has(language.split(/[-_]/)[0].toLowerCase()) ? 'rtl' : 'ltr';
}

/** Fixed texts of the popup. */
export const POPUP = Object.freeze({
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  confirm: 'Continue',
  search: 'Search',
  waiting: 'One moment…',
  home: 'Passfold',
  noField: 'Click into a sign-in field of a page to see what fits there.',
  nothingFits: 'Nothing fits this field.',
  noMatch: 'Nothing matches your search.',
  noRows: 'There is nothing to choose from.',
  fits: 'Fits this page',
  others: 'Others',
  providers: 'Credential providers',
  forSite: 'for',
  fromProvider: 'from',
  setUpWaiting: 'Reading the set-up link…',
  connect: 'Connect this browser',
  connectWaiting: 'Passfold is preparing the connection…',
  compare: 'Passfold opens a window of its own that shows six digits. Choose “Connect” there only if they are these:',
  differ: 'If they differ, choose “Do not connect”: another program is posing as this browser.',
  freshSuggestions: 'That suggestion was too old. Here are fresh ones.',
});

/** @param {number} shown @param {number} total */
export function resultCount(shown, total) {
  if (shown < total) return `${shown} of ${total} shown. Type to narrow the list.`;
  return total === 1 ? '1 entry' : `${total} entries`;
}

/** @param {number} seconds */
export function secondsLeft(seconds) {
  return `${seconds} s`;
}
