// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Adds a login or a one-time code, and generates a password.

import { SAID } from '../../shared/home-texts.js';
import { USUAL, randomPassword } from '../../shared/random-password.js';
import { formNote } from '../../shared/vault-problems.js';
import { hostOf } from './task.js';

/** @typedef {import('./home.js').Home} Home */

/**
 * @param {object} parts
 * @param {import('./home-entry.js').HomeEntry} parts.entry
 * @param {ReturnType<typeof import('../clipboard.js').createClipboard>} parts.clipboard
 * @param {(tab: number) => void} parts.readPageCode
 */
export function createHomeAdding({ entry, clipboard, readPageCode }) {
  /** The password on the generator's page. */
  let made = '';
  /** The link that the user is asked about. */
  let link = '';

  /** @param {Home} home @param {'login' | 'code'} what @param {object} [more] */
  function form(home, what, more = {}) {
    const service = hostOf(home.site);
    home.show({ kind: 'add', what, values: { service, user: '', title: '' }, preview: null, note: null, ...more });
  }

  /**
   * Sends a request to the vault. Problems with the form are explained on the form, which keeps the typed values.
   * @param {Home} home @param {object} request @param {string} secret @param {(note: string) => void} explain
   */
  async function tryToAdd(home, request, secret, explain) {
    const { fail } = home;
    // The form stays on the screen; `ask` reports failures through `fail`.
    home.fail = (failure) => {
      const note = formNote(failure);
      if (note === null) fail(failure);
      else explain(note);
    };
    try {
      return await home.ask(request, secret === '' ? undefined : secret);
    } finally {
      home.fail = fail;
    }
  }

  /** @param {Home} home @param {any} answer */
  async function added(home, answer) {
    link = '';
    home.said = { text: SAID.added };
    home.query = '';
    home.section = 'all';
    await entry.open(home, answer.entry.record);
  }

  /** @param {Home} home @param {any} message @param {any} screen */
  async function addLogin(home, { title, user, service, secret }, screen) {
    if (screen.kind !== 'add') return;
    const request = { type: 'add-password', service: service.trim(), user, ...(title.trim() === '' ? {} : { title: title.trim() }) };
    const explain = (/** @type {string} */ note) => home.show({ ...screen, note }, true);
    const answer = await tryToAdd(home, request, secret, explain);
    if (answer !== null) await added(home, answer);
  }

  /** @param {Home} home @param {any} message @param {any} screen */
  async function addCode(home, { service, user, login }, screen) {
    if (screen.kind !== 'add' || link === '') return;
    const request = {
      type: 'add-code', ...(service.trim() === '' ? {} : { service: service.trim() }), ...(user === '' ? {} : { user }),
      ...(login === null ? {} : login === '' ? { separate: true } : { login }),
    };
    const explain = (/** @type {string} */ note) => home.show({ ...screen, note }, true);
    const answer = await tryToAdd(home, request, link, explain);
    if (answer !== null) await added(home, answer);
  }

  /** @param {Home} home @param {any} screen @param {string} text */
  async function lookAtLink(home, screen, text) {
    if (screen.kind !== 'add') return;
    const request = { type: 'preview-set-up', ...(home.site === '' ? {} : { page: home.site }) };
    const explain = (/** @type {string} */ note) => home.show({ ...screen, note }, true);
    const preview = await tryToAdd(home, request, text.trim(), explain);
    if (preview === null) return;
    link = text.trim();
    const values = { service: preview.issuer || hostOf(home.site), user: preview.account, title: preview.title };
    form(home, 'code', { preview: { candidates: preview.candidates, warnings: preview.warnings }, values });
  }

  /** @param {Home} home @param {import('../../shared/messages.js').Message} message @param {any} screen */
  async function received(home, message, screen) {
    switch (message.act) {
      case 'add':
        link = '';
        return form(home, message.what);
      case 'add-login':
        return addLogin(home, message, screen);
      case 'look-at-link':
        return lookAtLink(home, screen, message.link);
      case 'read-page-code':
        return home.tab === null ? undefined : readPageCode(home.tab);
      case 'add-code':
        return addCode(home, message, screen);
      case 'generator':
        made = randomPassword(USUAL);
        return home.show({ kind: 'generator', ...USUAL, made });
      case 'make':
        made = randomPassword({ length: message.length, kinds: message.kinds });
        return home.show({ ...screen, length: message.length, kinds: message.kinds, made, said: null }, true);
      case 'copy-made': {
        const isCopied = await clipboard.copy(made, true);
        home.said = { text: isCopied ? SAID.copied : SAID.notCopied };
        return home.isCurrent() ? home.show({ ...screen, said: home.said }, true) : undefined;
      }
    }
  }

  return {
    received,
    acts: ['add', 'add-login', 'look-at-link', 'read-page-code', 'add-code', 'generator', 'make', 'copy-made'],
  };
}
