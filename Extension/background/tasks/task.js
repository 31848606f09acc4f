// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A task: the one thing that the user is doing in the popup. Each kind of task has its own file next to this one.

import { siteInside } from '../../shared/texts.js';

/** @typedef {import('../../shared/messages.js').View} View */

/**
 * @typedef {object} Task
 * @property {'home' | 'pick' | 'set-up' | 'passkey' | 'pairing' | 'made-passkey' | 'sign-in-challenge' | 'keep-password' | 'new-password'} kind
 * @property {import('../frames.js').Frame | null} frame
 * @property {import('../frames.js').Focus | null} focus
 * @property {number | null} tab the active tab when it began, if it has no frame
 * @property {string | null} site the site's name for the user, if it has no frame
 * @property {import('../requests.js').RequestHandle | null} request
 * @property {View | null} view
 * @property {boolean} isMoving whether its popup closes because a window takes its place
 * @property {boolean} outlivesPage whether it continues after its page is gone
 * @property {() => void} restart
 * @property {() => void} abandoned called if the user or the page ends it before an answer comes
 * @property {(message: import('../../shared/messages.js').Message, screen: any) => void} received called for the user's actions on the
 *   task's own screens; the session handles views, problems and cancelling
 */

/**
 * @param {Pick<Task, 'kind'> & Partial<Task>} members
 * @returns {Task}
 */
export function newTask(members) {
  return {
    frame: null,
    focus: null,
    tab: null,
    site: null,
    request: null,
    view: null,
    isMoving: false,
    outlivesPage: false,
    restart: () => {},
    abandoned: () => {},
    received: () => {},
    ...members,
  };
}

/**
 * Returns the host of an origin, as shown to the user; empty if it has none.
 * @param {string} origin
 */
export function hostOf(origin) {
  try {
    return new URL(origin).host;
  } catch {
    return '';
  }
}

/**
 * Returns the site that asks and, if different, the site whose page contains it.
 * @param {import('../frames.js').Frame | null} frame
 */
export function siteOf(frame) {
  if (frame === null) return '';
  const host = hostOf(frame.origin);
  return frame.around === null || host === '' ? host : siteInside(host, hostOf(frame.around));
}

/**
 * Whether the user is now answering outside the popup, such as in a passphrase prompt.
 * @param {View | null} view
 */
export function asksElsewhere(view) {
  return view === null || (view.kind === 'message' && view.busy);
}
