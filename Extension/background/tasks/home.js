// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The popup's home, which its button opens: the entries that fit the page, then the vault. This file moves between the pages; the files
// next to it contain the pages.

import { POPUP } from '../../shared/texts.js';
import { SAID } from '../../shared/home-texts.js';
import { SECTIONS } from '../../shared/home-acts.js';
import { PLAIN_KINDS } from '../../shared/vault-answers.js';
import { vaultProblem } from '../../shared/vault-problems.js';
import { rowsOfFits } from '../fits.js';
import { vaultAnswer } from '../vault-requests.js';
import { createHomeAdding } from './home-adding.js';
import { createHomeEntry } from './home-entry.js';
import { createHomeList } from './home-list.js';
import { createHomeSettings } from './home-settings.js';
import { hostOf } from './task.js';

/** @typedef {import('./task.js').Task} Task */
/** @typedef {import('../vault-requests.js').VaultAnswer} VaultAnswer */
/** @typedef {{text: string, undo?: boolean}} Said a message above the page about what has just happened */

/** A longer request had the user answer a prompt, which closes the popup. The popup then opens again to show the result. */
const PROMPT_MILLISECONDS = 700;

/** The acts that leave the message in place: those that the popup sends by itself, and `undo`, which belongs to the message. */
const BY_ITSELF = ['more', 'fresh-codes', 'hide', 'undo'];

const LOOKING = ['find', 'more', 'fresh-codes', 'hide'];

/** @param {Record<string, number>} counts the vault's number of entries of each kind @returns {string[]} the sections that get a button */
const sectionsOf = (counts) => SECTIONS.filter((name) => !PLAIN_KINDS.includes(name) || (counts[name] ?? 0) > 0);

/**
 * @typedef {object} Home one opening of the popup
 * @property {Task} current
 * @property {number | null} tab
 * @property {string} site the page's origin
 * @property {import('../fits.js').Fit[]} fits
 * @property {string} vault `unlocked`, or why it is not
 * @property {Said | null} said
 * @property {string} query
 * @property {string} section
 * @property {string[]} sections the available sections
 * @property {string | null} removed the record that can be restored from the trash
 * @property {(request: object, secret?: string) => Promise<VaultAnswer | null>} ask asks the vault, which may prompt the user; null if
 *   there is nothing more to show: the user gave up, or has seen what went wrong
 * @property {(request: object) => Promise<VaultAnswer>} look asks the vault without prompting the user
 * @property {string} page the kind of the current screen
 * @property {(screen: Record<string, any> & {kind: string}, isUpdate?: boolean) => void} show
 * @property {(answer: VaultAnswer) => void} fail
 * @property {() => boolean} isCurrent
 */

/**
 * @param {object} parts
 * @param {import('../popup-session.js').PopupSession} parts.session
 * @param {ReturnType<typeof import('../requests.js').createRequests>} parts.requests
 * @param {ReturnType<typeof import('./pick.js').createPick>} parts.pick
 * @param {ReturnType<typeof import('../fits.js').createFits>} parts.fits
 * @param {ReturnType<typeof import('../vault-requests.js').createVaultRequests>} parts.vault
 * @param {ReturnType<typeof import('../clipboard.js').createClipboard>} parts.clipboard
 * @param {{get(keys: object): Promise<any>, set(values: object): Promise<void>}} parts.storage
 * @param {(tab: number) => void} parts.readPageCode reads the QR code in a tab and continues with setting it up
 * @param {(url: string) => void} parts.openTab
 * @param {() => Promise<number | null>} parts.activeTab
 * @param {Pick<import('../start.js').Surroundings, 'setTimer' | 'clearTimer' | 'now'>} parts.time
 */
export function createHome({ session, requests, pick, fits, vault, clipboard, readPageCode, storage, openTab, activeTab, time }) {
  /** @param {Task} current @returns {Home} */
  function newHome(current) {
    /** @type {Home} */
    const home = {
      current, tab: null, site: '', fits: [], vault: 'unlocked', said: null, query: '', section: 'all', sections: sectionsOf({}), removed: null,
      isCurrent: () => session.isCurrent(current),
      page: '',
      show(screen, isUpdate) {
        home.page = screen.kind;
        session.show(current, { site: hostOf(home.site), said: home.said, ...screen }, isUpdate);
      },
      look: (request) => vault.look(request),
      async ask(request, secret) {
        const since = time.now();
        const answer = await session.run(current, 'manage', { request, ...(secret === undefined ? {} : { secret }) });
        if (answer === null) return null;
        const read = vaultAnswer(answer);
        if (!session.popupIsOpen) {
          if (time.now() - since < PROMPT_MILLISECONDS) session.abandon();
          else session.openSurface(current);
          if (!session.isCurrent(current)) return null;
        }
        if (read.type !== 'failure') return read;
        home.fail(read);
        return null;
      },
      fail(failure) {
        if (failure.code === 'canceled' || failure.code === 'userCanceled') return void list.show(home);
        if (failure.code === 'locked' || failure.code === 'noVault') {
          home.vault = failure.code;
          return void list.show(home);
        }
        home.page = '';
        session.showProblem(current, vaultProblem(failure));
      },
    };
    return home;
  }

  const list = createHomeList({ rowsOfFits });
  const entry = createHomeEntry({ list, clipboard, openTab, close: session.close, time });
  const adding = createHomeAdding({ entry, clipboard, readPageCode });
  const settings = createHomeSettings({ storage, openTab, close: session.close });

  /** @param {Home} home */
  async function begin(home) {
    const { current } = home;
    session.showWaiting(current);
    const [tab, goesOn] = await Promise.all([activeTab(), session.whenConnected(current)]);
    if (!goesOn || !session.isCurrent(current)) return;
    home.tab = tab;
    current.tab = tab;
    const [status, page] = await Promise.all([home.look({ type: 'status', knows: PLAIN_KINDS }), tab === null ? null : fits.of(tab)]);
    if (!session.isCurrent(current)) return;
    home.site = page?.site ?? '';
    home.fits = page?.fits ?? [];
    if (status.type === 'failure') return withoutVault(home, status);
    home.vault = status.state;
    home.sections = sectionsOf(status.counts);
    if (!home.sections.includes(home.section)) home.section = 'all';
    await list.show(home);
  }

  /**
   * Shows the other providers, because Passfold's own vault does not answer.
   * @param {Home} home @param {VaultAnswer} failure
   */
  async function withoutVault(home, failure) {
    const { current } = home;
    if (failure.code !== 'nothingToOffer') return session.showProblem(current, vaultProblem(failure));
    const status = await requests.open('status', {}).answer;
    if (!session.isCurrent(current)) return;
    if (status.type === 'failure') return session.fail(current, status);
    home.vault = 'none';
    home.show({
      kind: 'suggestions', title: POPUP.home, rows: rowsOfFits(home.fits), all: null, selected: null, note: null, providers: status.providers,
    });
  }

  /** @param {Home} home @param {string} row */
  async function pickFit(home, row) {
    const fit = home.fits[Number(row.replace('fit-', ''))];
    if (fit === undefined) return;
    const { current } = home;
    if (fit.focus.request >= 0) {
      current.frame = fit.frame;
      current.focus = fit.focus;
      return pick.provide(current, `item-${fit.index}`);
    }
    // The page has no field for it: show the entry's page instead.
    const { kind, service, account } = fit.item;
    const answer = await home.look({ type: 'list', query: `${service} ${account.split(' · ')[0]}`, kind, limit: 2 });
    if (!home.isCurrent()) return;
    if (answer.type === 'failure') return home.fail(answer);
    if (answer.entries.length === 1) return entry.open(home, answer.entries[0].record);
    home.section = kind;
    await list.find(home, service);
  }

  /** @param {Home} home @param {import('../../shared/messages.js').Message} message @param {any} screen */
  function received(home, message, screen) {
    if (screen.kind === 'suggestions') {
      if (message.type === 'choose' && message.row.startsWith('fit-')) void pickFit(home, message.row);
      else pick.received(home.current, message);
    } else if (message.type === 'home') void act(home, message, screen);
  }

  /** @param {Home} home @param {import('../../shared/messages.js').Message} message @param {any} screen */
  async function act(home, message, screen) {
    // While a request waits for the vault, only searching, updating and hiding are possible.
    if (home.current.request !== null && !LOOKING.includes(message.act)) return;
    if (!BY_ITSELF.includes(message.act)) home.said = null;
    switch (message.act) {
      case 'find':
        home.section = message.section;
        return list.find(home, message.query);
      case 'more':
        return list.more(home, message.offset, message.after);
      case 'fresh-codes':
        return screen.kind === 'home' ? list.refresh(home) : entry.refresh(home);
      case 'pick':
        return pickFit(home, message.row);
      case 'back':
        return list.show(home);
      case 'lock': {
        if ((await home.ask({ type: 'lock' })) === null) return;
        home.vault = 'locked';
        return list.show(home);
      }
      case 'unlock': {
        if ((await home.ask({ type: 'unlock' })) !== null) await begin(home);
        return;
      }
      case 'undo': {
        const record = home.removed;
        if (record === null || (await home.ask({ type: 'restore', query: record })) === null) return;
        home.removed = null;
        home.said = { text: SAID.restored };
        return entry.open(home, record);
      }
      default: {
        const takes = [entry, adding, settings].find((page) => page.acts.includes(message.act));
        return takes?.received(home, message, screen);
      }
    }
  }

  return {
    start() {
      /** @type {Home | null} */
      let home = null;
      const current = session.begin({
        kind: 'home',
        restart: () => {
          if (home !== null) void begin(home);
        },
        abandoned: () => entry.leave(),
        received: (message, screen) => {
          if (home !== null) received(home, message, screen);
        },
      });
      home = newHome(current);
      void begin(home);
    },
  };
}
