// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The page of one entry: its details, its secrets when the user asks for them, and its actions.

import { changeCommand, fileText, partLabel, saveCommand, valueText } from '../../shared/entry-texts.js';
import { SAID, entryDetails, removedText } from '../../shared/home-texts.js';
import { PLAIN_KINDS } from '../../shared/vault-answers.js';
import { partsOf, requestFor, takeShown } from './entry-parts.js';

/** @typedef {import('./home.js').Home} Home */
/** @typedef {ReturnType<typeof createHomeEntry>} HomeEntry */

/** How long a revealed secret stays on the screen. */
export const HIDE_AFTER_MILLISECONDS = 30_000;

/** The acts for credentials only; other entries are changed with the `passfold` command. */
const CHANGES = ['edit', 'save', 'remove'];

/**
 * Returns the URL for a service's name; null if it has none.
 * @param {string} service
 */
export function addressOf(service) {
  if (/^https:\/\//i.test(service)) return service;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(service) ? `https://${service}/` : null;
}

/**
 * @param {object} parts
 * @param {import('./home-list.js').HomeList} parts.list
 * @param {ReturnType<typeof import('../clipboard.js').createClipboard>} parts.clipboard
 * @param {(url: string) => void} parts.openTab
 * @param {() => void} parts.close
 * @param {Pick<import('../start.js').Surroundings, 'setTimer' | 'clearTimer'>} parts.time
 */
export function createHomeEntry({ list, clipboard, openTab, close, time }) {
  /**
   * The page on the screen.
   * @type {{home: Home, details: import('../../shared/vault-answers.js').Details, code: any, parts: import('./entry-parts.js').Part[]} | null}
   */
  let page = null;

  /** Returns the command for what the popup cannot do with the entry: save its first file or change it; null if there is none. */
  function commandOf() {
    if (page === null) return null;
    const { entry, files } = page.details;
    if (files.length > 0) return saveCommand(entry.record, files);
    return PLAIN_KINDS.includes(entry.kind) ? changeCommand(entry.record) : null;
  }

  /** @param {boolean} [isUpdate] */
  function draw(isUpdate = false) {
    if (page === null) return;
    const { home, details, code, parts } = page;
    const { entry, others } = details;
    home.show({
      kind: 'entry', entry, others, details: entryDetails(details), code, isPlain: PLAIN_KINDS.includes(entry.kind),
      parts: parts.map(({ what, name, isHidden, isEmpty, text }) => ({
        what, label: partLabel({ what, name }, entry.kind), isHidden, isProse: what === 'note' || (what === 'secret' && entry.kind === 'note'), isEmpty, text,
      })),
      values: details.values.map(valueText), files: details.files.map(fileText), command: commandOf(),
      services: entry.services.map((name) => ({ name, opens: addressOf(name) !== null })),
    }, isUpdate);
  }

  /** @param {number | null} place the place of the part to hide; null hides all */
  function hide(place) {
    if (page === null) return;
    const shown = page.parts.filter((part, index) => part.isHidden && part.text !== null && (place === null || place === index));
    for (const part of shown) {
      time.clearTimer(part.hiding);
      part.text = null;
    }
    if (shown.length > 0) draw(true);
  }

  /** Forgets the page and its secrets. */
  function leave() {
    for (const part of page?.parts ?? []) time.clearTimer(part.hiding);
    page = null;
  }

  /** @param {Home} home @param {string} record @returns {Promise<any>} the current code; null if the vault returns none for the record */
  async function codeOf(home, record) {
    const answer = await home.look({ type: 'codes', query: record, limit: 1 });
    const [row] = answer.type === 'codes' ? answer.rows : [];
    if (row === undefined || row.entry.record !== record) return null;
    const { validUntil, period, onRequest } = row;
    return { text: onRequest ? null : (answer.secret ?? '').split('\n')[0].split(' ')[0] || null, validUntil, period, onRequest };
  }

  /** @param {Home} home @param {string} record */
  async function open(home, record) {
    const details = await home.look({ type: 'details', query: record, knows: PLAIN_KINDS });
    if (!home.isCurrent()) return;
    if (details.type !== 'details') return home.fail(details);
    const code = details.entry.kind === 'one-time-code' ? await codeOf(home, record) : null;
    if (!home.isCurrent()) return;
    const parts = partsOf(/** @type {any} */ (details));
    // Opening a page never prompts the user: if the vault would ask, the page has a button instead.
    if (parts.some(({ isHidden, isEmpty }) => !isHidden && !isEmpty)) {
      takeShown(parts, await home.look({ type: 'reveal-shown', query: record, knows: PLAIN_KINDS }));
      if (!home.isCurrent()) return;
    }
    leave();
    page = { home, details: /** @type {any} */ (details), code, parts };
    draw();
  }

  /** @param {Home} home @param {number} place */
  async function reveal(home, place) {
    const shown = page;
    const part = shown?.parts[place];
    if (shown === null || part === undefined) return;
    const answer = await home.ask(requestFor(shown.details.entry.record, part));
    if (answer === null || page !== shown) return;
    part.text = answer.secret ?? '';
    time.clearTimer(part.hiding);
    if (part.isHidden) part.hiding = time.setTimer(() => hide(place), HIDE_AFTER_MILLISECONDS);
    draw(true);
  }

  /** @param {Home} home @param {number} place */
  async function copyPart(home, place) {
    const shown = page;
    const part = shown?.parts[place];
    if (shown === null || part === undefined) return;
    const text = part.text ?? (await home.ask(requestFor(shown.details.entry.record, part)))?.secret ?? null;
    if (text !== null && page === shown) await putOnClipboard(home, text, SAID.copied);
  }

  /** @param {Home} home @param {string} text @param {string} words the message; `SAID.copied` marks a secret, which is cleared later */
  async function putOnClipboard(home, text, words) {
    home.said = { text: (await clipboard.copy(text, words === SAID.copied)) ? words : SAID.notCopied };
    if (home.isCurrent()) draw(true);
  }

  /** @param {Home} home @param {string} record @param {string} kind @returns {Promise<string | null>} empty if none; null if not released */
  async function secretOf(home, record, kind) {
    const revealed = { type: 'reveal', query: record, ...(kind === 'secret' ? { knows: PLAIN_KINDS } : {}) };
    const answer = await home.ask(kind === 'code' ? { type: 'code', query: record, next: false } : revealed);
    return answer === null ? null : (answer.secret ?? '');
  }

  /** @param {Home} home @param {any} message @param {any} screen */
  async function copy(home, { what, record }, screen) {
    const entry = screen.kind === 'entry' ? page?.details.entry : undefined;
    const name = record ?? entry?.record;
    if (name === undefined) return;
    const text = what === 'user' ? (entry?.user ?? '') : what === 'code' && screen.kind === 'entry' && page?.code?.text
      ? page.code.text : await secretOf(home, name, what);
    if (text === null || !home.isCurrent()) return;
    // If there is nothing to copy, the clipboard keeps its contents.
    const isCopied = text !== '' && (await clipboard.copy(text, what !== 'user'));
    home.said = { text: text === '' ? SAID.nothing : !isCopied ? SAID.notCopied : what === 'user' ? SAID.copiedUser : SAID.copied };
    const { said } = home;
    if (!home.isCurrent()) return;
    if (screen.kind === 'entry') draw(true);
    else home.show({ ...screen, rows: [], offset: null, said }, true);
  }

  /** @param {Home} home @param {import('../../shared/messages.js').Message} message */
  async function save(home, { title, user, services, secret }) {
    if (page === null || page.home !== home) return;
    const { record, kind } = page.details.entry;
    const wanted = services.map((/** @type {string} */ one) => one.trim()).filter(Boolean);
    const changes = kind === 'passkey' ? { title } : { title, user, services: wanted };
    const answer = await home.ask({ type: 'edit', query: record, ...changes }, secret === '' ? undefined : secret);
    if (answer === null) return;
    home.said = { text: SAID.saved };
    await open(home, record);
  }

  /** @param {Home} home @param {import('../../shared/messages.js').Message} message @param {any} screen */
  async function received(home, message, screen) {
    if (message.act === 'open') return open(home, message.record);
    if (message.act === 'copy') return copy(home, message, screen);
    if (page === null || page.home !== home) return;
    const shown = page;
    const { entry, values } = shown.details;
    const { record } = entry;
    if (PLAIN_KINDS.includes(entry.kind) && CHANGES.includes(message.act)) return;
    switch (message.act) {
      case 'reveal':
        return reveal(home, message.part);
      case 'hide':
        return hide(message.part);
      case 'copy-part':
        return copyPart(home, message.part);
      case 'copy-value':
        return values[message.value] && putOnClipboard(home, valueText(values[message.value]).text, SAID.copiedValue);
      case 'copy-command':
        return putOnClipboard(home, commandOf() ?? '', SAID.copiedValue);
      case 'next-code': {
        const answer = await home.ask({ type: 'code', query: record, next: true });
        if (answer === null || page !== shown) return;
        shown.code = { text: answer.secret, validUntil: null, period: null, onRequest: true };
        return draw(true);
      }
      case 'accept':
        if ((await home.ask({ type: 'confirm-code', record })) === null) return;
        home.said = { text: SAID.accepted };
        return open(home, record);
      case 'edit':
        hide(null);
        return home.show({ kind: 'edit', entry });
      case 'save':
        return save(home, message);
      case 'visit': {
        const address = addressOf(entry.services[message.service] ?? '');
        if (address === null) return;
        openTab(address);
        return close();
      }
      case 'remove': {
        if ((await home.ask({ type: 'remove', query: record })) === null) return;
        home.removed = record;
        home.said = { text: removedText(entry.title), undo: true };
        leave();
        return list.show(home);
      }
    }
  }

  return {
    open,
    received,

    leave,

    acts: ['open', 'copy', 'reveal', 'hide', 'copy-part', 'copy-value', 'copy-command', 'next-code', 'accept', 'edit', 'save', 'visit', 'remove'],

    /**
     * Replaces a code that has expired.
     * @param {Home} home
     */
    async refresh(home) {
      const shown = page;
      if (shown === null || shown.home !== home || shown.code === null) return;
      const code = await codeOf(home, shown.details.entry.record);
      if (page !== shown || !home.isCurrent() || code === null) return;
      shown.code = code;
      draw(true);
    },
  };
}
