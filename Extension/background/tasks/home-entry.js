// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The page of one entry: what there is of it, its secret where the person asks for it, and what can be done with it.

import { SAID, entryDetails, removedText } from '../../shared/home-texts.js';

/** @typedef {import('./home.js').Home} Home */
/** @typedef {ReturnType<typeof createHomeEntry>} HomeEntry */

/** How long a revealed password stays on the screen. */
export const HIDE_AFTER_MILLISECONDS = 30_000;

/**
 * The address that a service's name leads to.
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
   * The page that is shown.
   * @type {{home: Home, details: import('../../shared/vault-answers.js').Details, code: any, secret: string | null} | null}
   */
  let page = null;
  /** @type {any} */
  let hiding = null;

  /** @param {boolean} [isUpdate] */
  function draw(isUpdate = false) {
    if (page === null) return;
    const { home, details, code, secret } = page;
    const { entry, others } = details;
    home.show({
      kind: 'entry', entry, others, details: entryDetails(details), revealed: secret, code,
      services: entry.services.map((name) => ({ name, opens: addressOf(name) !== null })),
    }, isUpdate);
  }

  function hide() {
    time.clearTimer(hiding);
    if (page === null || page.secret === null) return;
    page.secret = null;
    draw(true);
  }

  /** @param {Home} home @param {string} record @returns {Promise<any>} the code as it is now; null where it can be made for nobody */
  async function codeOf(home, record) {
    const answer = await home.look({ type: 'codes', query: record, limit: 1 });
    const [row] = answer.type === 'codes' ? answer.rows : [];
    if (row === undefined || row.entry.record !== record) return null;
    const { validUntil, period, onRequest } = row;
    return { text: onRequest ? null : (answer.secret ?? '').split('\n')[0].split(' ')[0] || null, validUntil, period, onRequest };
  }

  /** @param {Home} home @param {string} record */
  async function open(home, record) {
    const details = await home.look({ type: 'details', query: record });
    if (!home.isCurrent()) return;
    if (details.type !== 'details') return home.fail(details);
    const code = details.entry.kind === 'one-time-code' ? await codeOf(home, record) : null;
    if (!home.isCurrent()) return;
    time.clearTimer(hiding);
    page = { home, details: /** @type {any} */ (details), code, secret: null };
    draw();
  }

  /** @param {Home} home @param {string} record @param {string} kind @returns {Promise<string | null>} */
  async function secretOf(home, record, kind) {
    const answer = await home.ask(kind === 'password' ? { type: 'reveal', query: record } : { type: 'code', query: record, next: false });
    return answer?.secret ?? null;
  }

  /** @param {Home} home @param {any} message @param {any} screen */
  async function copy(home, { what, record }, screen) {
    const entry = screen.kind === 'entry' ? page?.details.entry : undefined;
    const name = record ?? entry?.record;
    if (name === undefined) return;
    const text = what === 'user' ? (entry?.user ?? '') : what === 'code' && screen.kind === 'entry' && page?.code?.text
      ? page.code.text : await secretOf(home, name, what);
    if (text === null || !home.isCurrent()) return;
    const isCopied = await clipboard.copy(text, what !== 'user');
    home.said = { text: !isCopied ? SAID.notCopied : what === 'user' ? SAID.copiedUser : SAID.copied };
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
    const { entry } = shown.details;
    const { record } = entry;
    switch (message.act) {
      case 'reveal': {
        const secret = await secretOf(home, record, 'password');
        if (secret === null || page !== shown) return;
        shown.secret = secret;
        time.clearTimer(hiding);
        hiding = time.setTimer(hide, HIDE_AFTER_MILLISECONDS);
        return draw(true);
      }
      case 'hide':
        return hide();
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
        hide();
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
        page = null;
        return list.show(home);
      }
    }
  }

  return {
    open,
    received,

    /** The popup is gone, and with it what was revealed. */
    leave() {
      time.clearTimer(hiding);
      page = null;
    },

    acts: ['open', 'copy', 'reveal', 'hide', 'next-code', 'accept', 'edit', 'save', 'visit', 'remove'],

    /**
     * The code that has run out.
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
