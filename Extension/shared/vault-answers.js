// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Reads the vault's answers to the popup's own requests (docs/protocols/vault-management.md), like every other message: a reader copies the
// known members into a new object and returns null for anything else.

/**
 * @typedef {{record: string, kind: string, title: string, services: string[], user: string, pending: boolean, favourite: boolean, tags: string[],
 *   about: string[], others: {record: string, kind: string}[]}} Entry
 * @typedef {{entry: Entry, validUntil: number | null, period: number | null, onRequest: boolean}} IssuedCode
 * @typedef {{entry: Entry, issuer: string, added: number | null, history: number, login: Entry | null, others: Entry[],
 *   empty: boolean, note: boolean, fields: {name: string, isHidden: boolean}[], values: EntryValue[], secrets: string[], files: AttachedFile[]}} Details
 * @typedef {{name: string, label: string, value: string}} EntryValue
 * @typedef {{name: string, bytes: number}} AttachedFile
 */

/** Kinds that can be shown and copied but never filled. The vault returns them only if a request says that they are known (`knows`). */
export const PLAIN_KINDS = Object.freeze(['note', 'card', 'identity']);

const KINDS = ['password', 'passkey', 'one-time-code', ...PLAIN_KINDS];
/** More than an entry can have of any part: the vault limits an entry to 64 KiB, and its files to 64. */
const MOST_PARTS = 4096;
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
  if (!Array.isArray(value) || value.length > MOST_PARTS) return null;
  const all = value.map(readOne);
  return all.every((one) => one !== null) ? /** @type {T[]} */ (all) : null;
}

/** @param {unknown} value @returns {Entry | null} */
export function readEntry(value) {
  if (!isObject(value) || !isText(value.record) || !KINDS.includes(value.kind) || !isText(value.title)) return null;
  const services = Array.isArray(value.services) ? value.services.filter(isText) : [];
  const tags = Array.isArray(value.tags) ? value.tags.filter(isText) : [];
  const about = Array.isArray(value.about) ? value.about.filter(isText) : [];
  const { record, kind, title } = value;
  return {
    record, kind, title, services, user: textOr(value.user), pending: value.pending === true, favourite: value.favourite === true, tags, about,
    others: (Array.isArray(value.others) ? value.others : []).flatMap(readOther),
  };
}

/** @param {unknown} value @returns {{record: string, kind: string}[]} another credential of the account; empty if its kind is unknown */
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

/** @param {Record<string, any>} value the vault's counts by kind; an older vault does not count kinds that it does not have */
function readCounts({ counts }) {
  return isObject(counts) ? Object.fromEntries(KINDS.map((kind) => [kind, count(counts[kind])])) : {};
}

/** @param {unknown} value */
const readField = (value) => (isObject(value) && isText(value.name) ? { name: value.name, isHidden: value.hidden === true } : null);

/** @param {unknown} value @returns {EntryValue | null} */
const readValue = (value) =>
  isObject(value) && isText(value.name) && isText(value.value) ? { name: value.name, label: textOr(value.label), value: value.value } : null;

/** @param {unknown} value @returns {AttachedFile | null} */
const readFile = (value) => (isObject(value) && isText(value.name) ? { name: value.name, bytes: count(value.bytes) } : null);

/** @param {Record<string, any>} value @returns {(Record<string, any> & {type: string}) | null} */
function readDetails(value) {
  const entry = readEntry(value.entry);
  const others = readAll(value.others ?? [], readEntry);
  const fields = readAll(value.fields ?? [], readField);
  const values = readAll(value.values ?? [], readValue);
  const secrets = readAll(value.secrets ?? [], (one) => (isText(one) ? one : null));
  const files = readAll(value.attachments ?? [], readFile);
  if (!entry || !others || !fields || !values || !secrets || !files) return null;
  return {
    type: 'details', entry, issuer: textOr(value.issuer), added: numberOrNull(value.added), login: readEntry(value.login), others,
    history: Array.isArray(value.history) ? value.history.length : 0, empty: value.empty === true, note: value.note === true, fields, values, secrets, files,
  };
}

/** @param {unknown} value the field and length of one text in an answer's secret; `field` is null for the note */
const readPart = (value) => (isObject(value) ? { field: isText(value.field) ? value.field : null, bytes: count(value.bytes) } : null);

/**
 * @param {unknown} value the member `answer` of `managed`
 * @returns {(Record<string, any> & {type: string}) | null}
 */
export function readVaultAnswer(value) {
  if (!isObject(value) || !isText(value.type)) return null;
  const { type } = value;
  switch (type) {
    case 'status':
      return STATES.includes(value.state) ? { type, state: value.state, fault: textOr(value.fault), counts: readCounts(value) } : null;
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
    case 'details':
      return readDetails(value);
    case 'shown': {
      const entry = readEntry(value.entry);
      const parts = readAll(value.parts, readPart);
      return entry && parts && { type, entry, parts };
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
