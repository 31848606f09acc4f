// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The vault's answers to the popup's own requests (docs/protocols/vault-management.md), read like every other message: the members
// that are known go into a new object, and anything else is null.

/**
 * @typedef {{record: string, kind: string, title: string, services: string[], user: string, pending: boolean, favourite: boolean, tags: string[],
 *   others: {record: string, kind: string}[]}} Entry
 * @typedef {{entry: Entry, validUntil: number | null, period: number | null, onRequest: boolean}} IssuedCode
 * @typedef {{entry: Entry, issuer: string, added: number | null, history: number, login: Entry | null, others: Entry[]}} Details
 */

const KINDS = ['password', 'passkey', 'one-time-code'];
const STATES = ['noVault', 'locked', 'unlocked', 'unreadable'];

/** @param {unknown} value @returns {value is Record<string, any>} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @returns {value is string} */
const isText = (value) => typeof value === 'string';

/** @param {unknown} value */
const textOr = (value) => (isText(value) ? value : '');

/** @param {unknown} value */
const numberOrNull = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** @param {unknown} value */
const count = (value) => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0);

/**
 * @template T
 * @param {unknown} value
 * @param {(element: unknown) => T | null} readOne
 * @returns {T[] | null}
 */
function readAll(value, readOne) {
  if (!Array.isArray(value)) return null;
  const all = value.map(readOne);
  return all.every((one) => one !== null) ? /** @type {T[]} */ (all) : null;
}

/** @param {unknown} value @returns {Entry | null} */
export function readEntry(value) {
  if (!isObject(value) || !isText(value.record) || !KINDS.includes(value.kind) || !isText(value.title)) return null;
  const services = Array.isArray(value.services) ? value.services.filter(isText) : [];
  const tags = Array.isArray(value.tags) ? value.tags.filter(isText) : [];
  const { record, kind, title } = value;
  return {
    record, kind, title, services, user: textOr(value.user), pending: value.pending === true, favourite: value.favourite === true, tags,
    others: (Array.isArray(value.others) ? value.others : []).flatMap(readOther),
  };
}

/** @param {unknown} value @returns {{record: string, kind: string}[]} another credential of an entry's account; none of a kind that is not known */
function readOther(value) {
  if (!isObject(value) || !isText(value.record) || !KINDS.includes(value.kind)) return [];
  return [{ record: value.record, kind: value.kind }];
}

/** @param {unknown} value @returns {IssuedCode | null} */
function readCode(value) {
  const entry = isObject(value) ? readEntry(value.entry) : null;
  if (entry === null || !isObject(value)) return null;
  const { validUntil, period, onRequest } = value;
  return { entry, validUntil: numberOrNull(validUntil), period: numberOrNull(period), onRequest: onRequest === true };
}

/** @param {Record<string, any>} value @returns {(Record<string, any> & {type: string}) | null} */
function readPreview(value) {
  const candidates = readAll(value.candidates ?? [], (one) => (isObject(one) ? readEntry(one.entry) : null));
  const warnings = readAll(value.warnings ?? [], (one) => (isText(one) ? one : null));
  if (candidates === null || warnings === null) return null;
  return {
    type: 'set-up', title: textOr(value.title), account: textOr(value.account), issuer: textOr(value.issuer), candidates, warnings,
  };
}

/**
 * @param {unknown} value the member `answer` of `managed`
 * @returns {(Record<string, any> & {type: string}) | null}
 */
export function readVaultAnswer(value) {
  if (!isObject(value) || !isText(value.type)) return null;
  const { type } = value;
  switch (type) {
    case 'status':
      return STATES.includes(value.state) ? { type, state: value.state, fault: textOr(value.fault) } : null;
    case 'entries': {
      const entries = readAll(value.entries, readEntry);
      return entries && { type, entries, total: numberOrNull(value.total) ?? entries.length };
    }
    case 'codes': {
      const rows = readAll(value.rows, readCode);
      return rows && { type, rows, total: numberOrNull(value.total) ?? rows.length };
    }
    case 'code': {
      const code = readCode(value);
      return code && { type, ...code };
    }
    case 'added':
    case 'entry':
    case 'revealed': {
      const entry = readEntry(value.entry);
      return entry && { type, entry };
    }
    case 'details': {
      const entry = readEntry(value.entry);
      if (entry === null) return null;
      const history = Array.isArray(value.history) ? value.history.length : 0;
      const others = readAll(value.others ?? [], readEntry);
      return others && {
        type, entry, issuer: textOr(value.issuer), added: numberOrNull(value.added), history, login: readEntry(value.login), others,
      };
    }
    case 'set-up':
      return readPreview(value);
    case 'done':
      return { type };
    case 'failure':
      return isText(value.code)
        ? { type, code: value.code, detail: isText(value.detail) ? value.detail : null, retryAfter: count(value.retryAfter) }
        : null;
    default:
      return null;
  }
}
