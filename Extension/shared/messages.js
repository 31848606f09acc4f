// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Readers for all incoming messages. A reader copies the known members into a new object and returns null for anything else, so that no
// unchecked member is passed on. Host side: docs/protocols/native-messaging.md.

import { readHomeAct } from './home-acts.js';
import { readVaultAnswer } from './vault-answers.js';

export const NATIVE_HOST = 'org.passfold.browser_host';
export const PROTOCOL = 1;
export const MAX_MESSAGE_BYTES = 256 * 1024;

/** The names of the runtime ports. */
export const FRAME_PORT = 'passfold-frame';
export const POPUP_PORT = 'passfold-popup';
export const HEALTH_PORT = 'passfold-health';

/** The fields for which suggestions are requested. */
export const FIELDS = Object.freeze(['one-time-code', 'username', 'current-password']);
/** The fields that get a mark; a password is generated for the last. */
const MARKED_FIELDS = [...FIELDS, 'new-password'];
const SUBMISSIONS = ['sign-in', 'sign-up', 'change'];
const ASKS = ['none', 'name', 'code', 'current', 'new'];
const LONGEST_TYPED = 1024;
const PASSWORD_STATES = ['known', 'changed', 'new', 'locked'];

/** The final answer of each request type (a `failure` is always possible). */
export const FINAL_ANSWERS = Object.freeze({
  suggestions: 'suggestions',
  provide: 'credential',
  list: 'credential',
  'set-up-code': 'set-up-done',
  'create-passkey': 'passkey-created',
  'get-passkey': 'passkey-asserted',
  signal: 'done',
  status: 'status',
  manage: 'managed',
  'generate-password': 'generated',
  'save-password': 'saved',
  'password-state': 'password-state',
});

/** The kinds of credential that may fill or answer each field. */
export const KINDS_FOR_FIELD = Object.freeze({
  'one-time-code': Object.freeze(['one-time-code']),
  username: Object.freeze(['password', 'passkey']),
  'current-password': Object.freeze(['password', 'passkey']),
});

const KINDS = ['one-time-code', 'password', 'passkey'];
const VIEW_KINDS = ['list', 'choice', 'confirmation', 'message'];
const ROW_KINDS = ['password', 'passkey', 'one-time-code', 'provider', 'new-passkey', 'locked'];

/** @typedef {{kind: string, service: string, account: string, provider: string, token: string}} Item */
/** @typedef {{provider: string, token: string, isLocked: boolean}} LockedProvider */
/** @typedef {{name: string, state: string, makesPasskeys?: true}} ProviderStatus */
/**
 * @typedef {{id: string, title: string, subtitle: string, code: string | null, validUntil: number | null,
 *   period: number | null, match: boolean | null, kind: string, provider: string}} Row
 * @typedef {{code: string, subject: string}} Heading the subject of one of the broker's own views; texts.js has the words
 * @typedef {{number: number, source: string, kind: string, heading: Heading | null, title: string, message: string | null, rows: Row[],
 *   searchable: boolean, details: {label: string, value: string}[], confirmLabel: string | null,
 *   destructive: boolean, busy: boolean}} View
 */
/** @typedef {Record<string, any> & {type: string}} Message */

/** @param {unknown} value @returns {value is Record<string, any>} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @returns {value is string} */
function isText(value) {
  return typeof value === 'string';
}

/** @param {unknown} value @returns {value is string | undefined | null} */
function isOptionalText(value) {
  return value === undefined || value === null || isText(value);
}

/** @param {unknown} value */
function finiteOrNull(value) {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** @param {unknown} value @returns {value is number} */
function isCount(value) {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/**
 * Reads every element of an array, or returns null if one of them is wrong.
 * @template T
 * @param {unknown} value
 * @param {(element: unknown) => T | null} readOne
 * @returns {T[] | null}
 */
function readAll(value, readOne) {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return null;
  const all = [];
  for (const element of value) {
    const one = readOne(element);
    if (one === null) return null;
    all.push(one);
  }
  return all;
}

/** @param {unknown} value @returns {Item | null} */
function readItem(value) {
  if (!isObject(value) || !KINDS.includes(value.kind)) return null;
  const { token, kind, service, account, provider } = value;
  if (!isText(token) || !isText(service) || !isOptionalText(account) || !isText(provider)) return null;
  return { token, kind, service, account: account ?? '', provider };
}

/** @param {unknown} value @returns {LockedProvider | null} */
function readLocked(value) {
  if (!isObject(value) || !isText(value.token) || !isText(value.provider)) return null;
  return { token: value.token, provider: value.provider, isLocked: value.isLocked !== false };
}

/** @param {unknown} value @returns {{kind: string, value: string} | null} */
function readMadePassword(value) {
  if (!isObject(value) || !isText(value.kind) || !isText(value.value) || value.value === '') return null;
  return { kind: value.kind, value: value.value };
}

/** @param {unknown} value @returns {ProviderStatus | null} */
function readProvider(value) {
  if (!isObject(value) || !isText(value.name) || !isText(value.state)) return null;
  return { name: value.name, state: value.state, ...(value.makesPasskeys === true ? { makesPasskeys: true } : {}) };
}

/** @param {unknown} value @returns {Row | null} */
function readRow(value) {
  if (!isObject(value) || !isText(value.id) || !isText(value.title)) return null;
  if (!isOptionalText(value.subtitle) || !isOptionalText(value.code) || !isOptionalText(value.provider)) return null;
  return {
    id: value.id,
    title: value.title,
    subtitle: value.subtitle ?? '',
    code: value.code ?? null,
    validUntil: finiteOrNull(value.validUntil),
    period: finiteOrNull(value.period),
    match: typeof value.match === 'boolean' ? value.match : null,
    // A row of an unknown kind, from a later version, is treated like any other.
    kind: ROW_KINDS.includes(value.kind) ? value.kind : '',
    provider: value.provider ?? '',
  };
}

/** @param {unknown} value */
function readDetail(value) {
  if (!isObject(value) || !isText(value.label) || !isText(value.value)) return null;
  return { label: value.label, value: value.value };
}

/** @param {unknown} value @returns {Heading | null} */
function readHeading(value) {
  return isObject(value) && isText(value.code) ? { code: value.code, subject: isText(value.subject) ? value.subject : '' } : null;
}

/** @param {unknown} value @returns {View | null} */
function readView(value) {
  if (!isObject(value) || !isCount(value.number) || !VIEW_KINDS.includes(value.kind)) return null;
  if (!isText(value.title) || !isOptionalText(value.message) || !isOptionalText(value.source)) return null;
  if (!isOptionalText(value.confirmLabel)) return null;
  const rows = readAll(value.rows, readRow);
  const details = readAll(value.details, readDetail);
  if (rows === null || details === null) return null;
  return {
    number: value.number,
    source: value.source ?? '',
    kind: value.kind,
    heading: readHeading(value.heading),
    title: value.title,
    message: value.message ?? null,
    rows,
    searchable: value.searchable === true,
    details,
    confirmLabel: value.confirmLabel ?? null,
    destructive: value.destructive === true,
    busy: value.busy === true,
  };
}

/** @param {Record<string, any>} value @returns {Message | null} */
function readCredential(value) {
  const { id, kind } = value;
  if (kind === 'one-time-code') {
    if (!isText(value.code) || !/^[\x21-\x7e]{1,64}$/.test(value.code)) return null;
    return { type: 'credential', id, kind, code: value.code };
  }
  if (kind === 'password') {
    if (!isText(value.user) || !isText(value.password)) return null;
    return { type: 'credential', id, kind, user: value.user, password: value.password };
  }
  if (kind === 'passkey' && isObject(value.response)) {
    return { type: 'credential', id, kind, response: value.response };
  }
  return null;
}

/**
 * Reads a message from the native host.
 * @param {unknown} value
 * @returns {Message | null} null if the message breaks the protocol
 */
export function readHostMessage(value) {
  if (!isObject(value) || !isText(value.type)) return null;
  const { type, id } = value;
  if (type === 'welcome') {
    // A broker without pairing sends no challenge.
    const challenge = value.challenge ?? null;
    return isCount(value.protocol) && isOptionalText(challenge) ? { type, protocol: value.protocol, challenge, virtual: value.virtual === true } : null;
  }
  if (type === 'paired') return { type };
  if (type === 'not-paired') return isText(value.reason) ? { type, reason: value.reason } : null;
  if (type === 'pairing-nonce') return isText(value.nonce) ? { type, nonce: value.nonce } : null;
  if (type === 'unavailable') return isText(value.code) ? { type, code: value.code } : null;
  if (type === 'failure' && id === undefined && isText(value.code)) return { type, code: value.code };
  if (!isCount(id)) return null;
  switch (type) {
    case 'suggestions': {
      const items = readAll(value.items, readItem);
      const locked = readAll(value.locked, readLocked);
      return items && locked ? { type, id, items, locked, canList: value.canList === true } : null;
    }
    case 'credential':
      return readCredential(value);
    case 'set-up-done':
      if (!isText(value.service) || !isOptionalText(value.account)) return null;
      return { type, id, service: value.service, account: value.account ?? '' };
    case 'passkey-created':
    case 'passkey-asserted':
      return isObject(value.response) ? { type, id, response: value.response } : null;
    case 'status': {
      const providers = readAll(value.providers, readProvider);
      return providers ? { type, id, providers } : null;
    }
    case 'saved':
      return { type, id };
    case 'password-state':
      return PASSWORD_STATES.includes(value.state) ? { type, id, state: value.state } : null;
    case 'generated': {
      const passwords = readAll(value.passwords, readMadePassword);
      return passwords !== null && passwords.length > 0 ? { type, id, passwords } : null;
    }
    case 'managed': {
      const answer = readVaultAnswer(value.answer);
      return answer && isOptionalText(value.secret) ? { type, id, answer, secret: value.secret ?? null } : null;
    }
    case 'failure':
      if (!isText(value.code) || !isOptionalText(value.exception) || !isOptionalText(value.detail)) return null;
      return { type, id, code: value.code, exception: value.exception ?? null, detail: value.detail ?? null };
    case 'present': {
      const view = readView(value.view);
      return view ? { type, id, view } : null;
    }
    case 'dismiss':
    case 'done':
      return { type, id };
    default:
      return null;
  }
}

/**
 * Reads a service's signal about its accounts, with the members of its kind. The broker judges their contents.
 * @param {Record<string, any>} value
 * @returns {Record<string, any> | null}
 */
function readSignal(value) {
  const { signal, rpId, credentialId, userId, allAcceptedCredentialIds, name, displayName } = value;
  if (!isText(rpId)) return null;
  switch (signal) {
    case 'unknown-credential':
      return isText(credentialId) ? { signal, rpId, credentialId } : null;
    case 'all-accepted-credentials':
      if (!isText(userId) || !Array.isArray(allAcceptedCredentialIds) || !allAcceptedCredentialIds.every(isText)) return null;
      return { signal, rpId, userId, allAcceptedCredentialIds };
    case 'current-user-details':
      return isText(userId) && isText(name) && isText(displayName) ? { signal, rpId, userId, name, displayName } : null;
    default:
      return null;
  }
}

const MOST_FIELDS = 8;

/**
 * Reads the best field for each purpose in a frame.
 * @param {Record<string, any>} value
 * @returns {Message | null}
 */
function readFields({ type, look, fields }) {
  if (!isCount(look) || !Array.isArray(fields) || fields.length > MOST_FIELDS) return null;
  const read = readAll(fields, (one) => {
    const isField = isObject(one) && isCount(one.request) && FIELDS.includes(one.field);
    return isField ? { request: one.request, field: one.field } : null;
  });
  return read && { type, look, fields: read };
}

const POLICY_FEATURES = ['publickey-credentials-create', 'publickey-credentials-get'];

/**
 * Reads the features that a frame's permissions policy allows.
 * @param {unknown} value
 * @returns {string[] | null} null if the browser does not report them
 */
function readPolicy(value) {
  return Array.isArray(value) ? POLICY_FEATURES.filter((name) => value.includes(name)) : null;
}

/** @param {unknown} value @returns {value is string} whether the user may have typed it into one field */
function isTyped(value) {
  return isText(value) && value.length <= LONGEST_TYPED;
}

/**
 * Reads the page's rules for a field for a new password.
 * @param {Record<string, any>} value
 */
function rulesIn(value) {
  const { rules } = value;
  return isTyped(rules) && rules !== '' ? { rules } : {};
}

/** @param {unknown} value @returns {value is string} */
function isShortText(value) {
  return isText(value) && value.length > 0 && value.length <= 64;
}

/**
 * Reads a message from a frame's content script. A page that has compromised its own process can send anything here.
 * @param {unknown} value
 * @returns {Message | null}
 */
export function readFrameMessage(value) {
  if (!isObject(value)) return null;
  const { type } = value;
  switch (type) {
    case 'focus':
    case 'open':
      if (!isCount(value.request) || !MARKED_FIELDS.includes(value.field)) return null;
      return { type, request: value.request, field: value.field, ...rulesIn(value) };
    case 'user-name':
      return isTyped(value.user) && value.user !== '' ? { type, user: value.user } : null;
    case 'submitted': {
      const { user, password, kind, isFilled, isSubmitted } = value;
      if (!isTyped(user) || !isTyped(password) || password === '' || !SUBMISSIONS.includes(kind)) return null;
      return { type, user, password, kind, isFilled: isFilled === true, isSubmitted: isSubmitted === true };
    }
    case 'form-gone':
    case 'form-state':
      return ASKS.includes(value.asks) ? { type, asks: value.asks, saysError: value.saysError === true } : null;
    case 'clicked':
      if (!MARKED_FIELDS.includes(value.field) || !(value.request === null || isCount(value.request))) return null;
      return { type, request: value.request, field: value.field, ...rulesIn(value) };
    case 'blur':
      return isCount(value.request) ? { type, request: value.request } : null;
    case 'fields':
      return readFields(value);
    case 'set-up-link':
      return isText(value.url) && /^(apple-)?otpauth:/i.test(value.url) && value.url.length <= 8192
        ? { type, url: value.url }
        : null;
    case 'passkey-create':
    case 'passkey-get':
      if (!isShortText(value.id) || !isObject(value.options)) return null;
      return {
        type,
        id: value.id,
        options: value.options,
        conditional: value.conditional === true,
        immediate: value.immediate === true,
        policy: readPolicy(value.policy),
        gesture: value.gesture === true,
        otherDevice: value.otherDevice === true,
      };
    case 'passkey-signal': {
      if (!isShortText(value.id) || !isObject(value.options)) return null;
      const signal = readSignal(value.options);
      return signal === null ? null : { type, id: value.id, signal, policy: null };
    }
    case 'passkey-abort':
      return isShortText(value.id) ? { type, id: value.id } : null;
    case 'passkey-available':
      return isShortText(value.id) ? { type, id: value.id, policy: readPolicy(value.policy) } : null;
    case 'filled':
      if (!isCount(value.fill) || !isShortText(value.outcome)) return null;
      return { type, fill: value.fill, outcome: value.outcome };
    default:
      return null;
  }
}

/**
 * Reads a message from the popup: the user's choice on the screen with the number `screen`.
 * @param {unknown} value
 * @returns {Message | null}
 */
export function readPopupMessage(value) {
  if (!isObject(value) || !isCount(value.screen)) return null;
  const { type, screen } = value;
  switch (type) {
    case 'choose':
      return isText(value.row) ? { type, screen, row: value.row } : null;
    case 'home':
      return readHomeAct(value, screen);
    case 'confirm':
    case 'cancel':
    case 'show-all':
    case 'try-again':
    case 'connect':
    case 'undo':
    case 'other-device':
    case 'never':
      return { type, screen };
    default:
      return null;
  }
}
