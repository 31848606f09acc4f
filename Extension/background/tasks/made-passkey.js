// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Reports a passkey that was created without a question. The button gets a sign, and the next popup begins with the passkey and a way to
// undo it. The page learns nothing about this. If the browser closes first, the waiting reports are forgotten; the passkey is still in the
// vault's list.

import { madePasskey, madePasskeyKept, removedPasskey } from '../../shared/around-texts.js';
import { vaultAnswer } from '../vault-requests.js';
import { hostOf } from './task.js';

/** @typedef {{service: string, account: string}} Made */

const MOST_WAITING = 8;

/**
 * @param {object} parts
 * @param {import('../popup-session.js').PopupSession} parts.session
 * @param {ReturnType<typeof import('../badge.js').createBadge>} parts.badge
 * @param {() => Promise<number | null>} parts.activeTab
 * @param {() => void} parts.goHome what the popup shows next
 */
export function createMadePasskey({ session, badge, activeTab, goHome }) {
  /** @type {Made[]} */
  let waiting = [];

  /** @param {Made} made */
  function forget(made) {
    waiting = waiting.filter((one) => one !== made);
    badge.tell('made-passkey', waiting.length > 0);
  }

  /**
   * Asks the vault, which prompts for the passphrase if it is locked.
   * @param {import('./task.js').Task} current @param {Made} made @param {object} request
   * @returns {Promise<any>} null if there is nothing more to do
   */
  async function ask(current, made, request) {
    const answer = await session.run(current, 'manage', { request });
    if (answer === null) return null;
    const read = vaultAnswer(answer);
    if (read.type !== 'failure') return read;
    if (read.code === 'canceled') begin(made);
    else session.fail(current, read);
    return null;
  }

  /**
   * Returns the record that was created; null if the vault has several of that name, or none any more.
   * @param {Made} made @param {import('../../shared/vault-answers.js').Entry[]} entries
   */
  function recordOf({ service, account }, entries) {
    const found = entries.filter(({ user, services }) => user === account && services.includes(service));
    return found.length === 1 ? found[0].record : null;
  }

  /** @param {import('./task.js').Task} current @param {object} screen */
  function show(current, screen) {
    session.show(current, screen);
    if (!session.popupIsOpen) session.openSurface(current);
  }

  /** @param {import('./task.js').Task} current @param {Made} made */
  async function undo(current, made) {
    session.showWaiting(current);
    if (!(await session.whenConnected(current))) return;
    const listed = await ask(current, made, { type: 'list', query: `${made.service} ${made.account}`.trim(), kind: 'passkey' });
    if (listed === null) return;
    const record = recordOf(made, listed.entries ?? []);
    if (record === null) {
      forget(made);
      return show(current, { kind: 'done', site: made.service, ...madePasskeyKept(made) });
    }
    if ((await ask(current, made, { type: 'remove', query: record })) === null) return;
    forget(made);
    show(current, { kind: 'done', site: made.service, ...removedPasskey(made) });
  }

  /** @param {Made} made */
  function begin(made) {
    const current = session.begin({
      kind: 'made-passkey',
      restart: () => void undo(current, made),
      received(message) {
        if (message.type === 'undo') void undo(current, made);
        else if (message.type === 'confirm') {
          forget(made);
          next();
        }
      },
    });
    void activeTab().then((tab) => {
      current.tab = tab;
    });
    session.show(current, { kind: 'made-passkey', site: made.service, ...madePasskey(made) });
  }

  /** Shows the next passkey that the user has not seen yet, or otherwise what the popup usually shows. */
  function next() {
    const [made] = waiting;
    if (made === undefined) goHome();
    else begin(made);
  }

  return {
    /**
     * @param {import('../frames.js').Frame} frame
     * @param {any} options the page's creation options
     */
    made(frame, options) {
      const service = typeof options?.rp?.id === 'string' ? options.rp.id : hostOf(frame.origin);
      const account = typeof options?.user?.name === 'string' ? options.user.name : '';
      waiting = [...waiting, { service, account }].slice(-MOST_WAITING);
      badge.tell('made-passkey', true);
    },

    next,
  };
}
