// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The one thing that a person is busy with in the popup. Each kind of task has a file of its own beside this one.

import { siteInside } from '../../shared/texts.js';

/** @typedef {import('../../shared/messages.js').View} View */

/**
 * @typedef {object} Task
 * @property {'home' | 'pick' | 'set-up' | 'passkey' | 'pairing' | 'made-passkey' | 'sign-in-challenge' | 'keep-password' | 'new-password'} kind
 * @property {import('../frames.js').Frame | null} frame
 * @property {import('../frames.js').Focus | null} focus
 * @property {number | null} tab the tab in front when it began, where it has no frame
 * @property {string | null} site what the person knows the site by, where it has no frame
 * @property {import('../requests.js').RequestHandle | null} request
 * @property {View | null} view
 * @property {boolean} isMoving whether its popup closes because a window takes its place
 * @property {boolean} outlivesPage whether it goes on where its page is gone
 * @property {() => void} restart
 * @property {() => void} abandoned told when the person or the page ended it before an answer came
 * @property {(message: import('../../shared/messages.js').Message, screen: any) => void} received what the person did on one of the
 *   task's own screens; views, problems and cancelling are the session's
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
 * The host that a person knows an origin by.
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
 * The site that asks, and the one whose page it is in, where that is another.
 * @param {import('../frames.js').Frame | null} frame
 */
export function siteOf(frame) {
  if (frame === null) return '';
  const host = hostOf(frame.origin);
  return frame.around === null || host === '' ? host : siteInside(host, hostOf(frame.around));
}

/**
 * Whether the person answers somewhere else than in the popup now, such as in a passphrase prompt.
 * @param {View | null} view
 */
export function asksElsewhere(view) {
  return view === null || (view.kind === 'message' && view.busy);
}
