// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Follows a submitted password until it can be offered for saving. The worker keeps a typed password in memory while its sign-in is open,
// for three minutes at most, and forgets it when the tab closes. It comes from a content script; the browser identifies the sender.

import { hostOf } from '../tasks/task.js';
import { outcomeOf } from './outcome.js';

export const HOLDS_MILLISECONDS = 180_000;
/** Longer, because a form with a generated password may take more time. */
const MADE_HOLDS_MILLISECONDS = 600_000;
/** How long a user name is kept: its page may come before the page for the password. */
export const NAME_HOLDS_MILLISECONDS = 300_000;
const SETTLES_MILLISECONDS = 500;
const ANSWERS_WITHIN_MILLISECONDS = 1500;
const FRAME_GONE_MILLISECONDS = 2000;

/** @typedef {import('../frames.js').Frame} Frame */
/**
 * @typedef {object} Submission
 * @property {number} tab
 * @property {number} frame
 * @property {string} host
 * @property {Promise<Awaited<ReturnType<ReturnType<typeof import('../frames.js').createFrames>['contextOf']>>>} asked the sender, from the browser
 * @property {object | null} context the sender, for the broker to judge; set when the submission is offered
 * @property {string} user
 * @property {string} password
 * @property {'sign-in' | 'sign-up' | 'change'} kind
 * @property {boolean} isSubmitted
 * @property {string} session an id shared by the events of one form
 * @property {string | null} passwordKind the kind of generated password; null for a typed one
 * @property {number} at
 */

/**
 * Whether two hosts are related: the same, or one a subdomain of the other. Siblings do not count, because public suffixes are not known
 * here.
 * @param {string} one @param {string} other
 */
export function areRelated(one, other) {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/**
 * Whether a page of another origin contains the frame.
 * @param {{origin: string, ancestorOrigins: string[]}} context
 */
function isFramed({ origin, ancestorOrigins }) {
  return ancestorOrigins.some((one) => one !== origin);
}

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('../frames.js').createFrames>} parts.frames
 * @param {{sendMessage(tab: number, message: object, frame: {frameId: number}): Promise<any>}} parts.fieldScripts
 * @param {{has(host: string): Promise<boolean>}} parts.neverHere
 * @param {(submission: Submission) => void} parts.offer
 * @param {() => string} parts.randomId
 * @param {() => number} parts.now
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 */
export function createKeeping({ frames, fieldScripts, neverHere, offer, randomId, now, setTimer, clearTimer }) {
  /** @type {Map<number, Submission>} */
  const open = new Map();
  /** @type {Map<number, {user: string, host: string, at: number}>} */
  const names = new Map();
  /** The password generated for a form in each tab. @type {Map<number, {password: string, kind: string, session: string, host: string}>} */
  const made = new Map();
  /** The callbacks that wait for a content script's answer, by tab. @type {Map<number, (state: any) => void>} */
  const looking = new Map();

  /** @param {number} tab */
  function openIn(tab) {
    const submission = open.get(tab);
    if (submission === undefined) return null;
    if (now() - submission.at <= HOLDS_MILLISECONDS) return submission;
    open.delete(tab);
    return null;
  }

  /** @param {Submission} submission */
  async function succeeded(submission) {
    if (open.get(submission.tab) !== submission) return;
    open.delete(submission.tab);
    names.delete(submission.tab);
    if (submission.passwordKind !== null) made.delete(submission.tab);
    const context = await submission.asked;
    // Submissions inside a page of another origin are ignored.
    if (isFramed(context) || (await neverHere.has(submission.host))) return;
    submission.context = context;
    offer(submission);
  }

  /** @param {Submission} submission */
  async function look(submission) {
    const state = await new Promise((resolve) => {
      const timer = setTimer(() => finish(null), ANSWERS_WITHIN_MILLISECONDS);
      /** @param {any} answer */
      const finish = (answer) => {
        clearTimer(timer);
        if (looking.get(submission.tab) === finish) looking.delete(submission.tab);
        resolve(answer);
      };
      looking.set(submission.tab, finish);
      fieldScripts.sendMessage(submission.tab, { type: 'after-submission' }, { frameId: submission.frame }).catch(() => finish(null));
    });
    await conclude(submission, state);
  }

  /** @param {Submission} submission @param {import('./outcome.js').FormState | null} state */
  async function conclude(submission, state) {
    if (open.get(submission.tab) !== submission) return;
    const outcome = outcomeOf(submission, state);
    if (outcome === 'succeeded') await succeeded(submission);
    else if (outcome === 'failed') open.delete(submission.tab);
  }

  /**
   * Stores a value and deletes it after a time, whether or not anything happens in the tab.
   * @param {Map<number, any>} map @param {number} tab @param {object} value @param {number} milliseconds
   */
  function keepFor(map, tab, value, milliseconds) {
    map.set(tab, value);
    setTimer(() => {
      if (map.get(tab) === value) map.delete(tab);
    }, milliseconds);
  }

  return {
    /** The number of passwords in memory. */
    get holds() {
      return open.size + made.size;
    },

    /**
     * @param {Frame} frame
     * @param {{user: string}} message
     */
    named(frame, { user }) {
      keepFor(names, frame.tab, { user, host: hostOf(frame.origin), at: now() }, NAME_HOLDS_MILLISECONDS);
    },

    /**
     * Handles a password that the user submitted.
     * @param {Frame} frame
     * @param {{user: string, password: string, kind: 'sign-in' | 'sign-up' | 'change', isFilled: boolean, isSubmitted: boolean}} message
     */
    async submitted(frame, { user, password, kind, isFilled, isSubmitted }) {
      open.delete(frame.tab);
      // A filled password is already in the vault.
      if (isFilled) return;
      const host = hostOf(frame.origin);
      const name = names.get(frame.tab);
      const isNamed = name !== undefined && now() - name.at <= NAME_HOLDS_MILLISECONDS && areRelated(name.host, host);
      const own = made.get(frame.tab);
      const isMade = own !== undefined && own.password === password && own.host === host;
      /** @type {Submission} */
      const submission = {
        tab: frame.tab,
        frame: frame.frame,
        host,
        asked: frames.contextOf(frame),
        context: null,
        user: user !== '' ? user : isNamed ? name.user : '',
        password,
        kind,
        isSubmitted,
        session: isMade ? own.session : randomId(),
        passwordKind: isMade ? own.kind : null,
        at: now(),
      };
      keepFor(open, frame.tab, submission, HOLDS_MILLISECONDS);
      if (isFramed(await submission.asked) && open.get(frame.tab) === submission) open.delete(frame.tab);
    },

    /**
     * Handles a form that is gone from a page that is still shown.
     * @param {Frame} frame
     * @param {import('./outcome.js').FormState} state what the page shows instead
     */
    formGone(frame, state) {
      const submission = openIn(frame.tab);
      if (submission !== null && submission.frame === frame.frame && submission.host === hostOf(frame.origin)) void conclude(submission, state);
    },

    /**
     * Receives what the page after a submission asks for.
     * @param {Frame} frame
     * @param {import('./outcome.js').FormState} state
     */
    formState(frame, state) {
      const submission = openIn(frame.tab);
      // Another site's form does not show whether this submission succeeded.
      if (submission?.frame === frame.frame) looking.get(frame.tab)?.(areRelated(hostOf(frame.origin), submission.host) ? state : null);
    },

    /**
     * Handles a frame that has loaded another document.
     * @param {{tabId: number, frameId: number}} where
     */
    navigated({ tabId, frameId }) {
      const submission = openIn(tabId);
      if (submission === null || submission.frame !== frameId) return;
      setTimer(() => {
        if (open.get(tabId) === submission && !looking.has(tabId)) void look(submission);
      }, SETTLES_MILLISECONDS);
    },

    /** @param {Frame} frame */
    frameGone(frame) {
      const submission = openIn(frame.tab);
      // A subframe may disappear together with its form. The main frame's document is followed by another, which `navigated` handles.
      if (submission === null || frame.frame === 0 || submission.frame !== frame.frame) return;
      setTimer(() => {
        if (open.get(frame.tab) === submission && !looking.has(frame.tab)) void look(submission);
      }, FRAME_GONE_MILLISECONDS);
    },

    /**
     * Remembers a password that was generated for a form and filled into it.
     * @param {Frame} frame
     * @param {{password: string, kind: string, session: string}} one
     */
    wasMade(frame, one) {
      keepFor(made, frame.tab, { ...one, host: hostOf(frame.origin) }, MADE_HOLDS_MILLISECONDS);
    },

    /** @param {number} tab */
    tabGone(tab) {
      for (const kept of [open, names, made]) kept.delete(tab);
      looking.get(tab)?.(null);
    },
  };
}
