// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Suggestions for the focused field of a frame: one question in flight per frame, the latest focus wins.

import { hintAnnouncement, notConnectedRow, suggestionRows } from '../shared/texts.js';

/** Tokens are good for two minutes; older ones than this are asked anew before they are shown in the popup. */
const FRESH_MILLISECONDS = 90_000;

/** @typedef {import('./frames.js').Frame} Frame */
/** @typedef {import('./frames.js').Focus} Focus */

/**
 * @param {Focus} focus
 * @returns {ReturnType<typeof suggestionRows>}
 */
export function rowsOf(focus) {
  const { suggestions, field } = focus;
  return suggestions === null ? { rows: [], all: null } : suggestionRows(suggestions, field);
}

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('./requests.js').createRequests>} parts.requests
 * @param {ReturnType<typeof import('./frames.js').createFrames>} parts.frames
 * @param {() => number} parts.now milliseconds since 1970
 */
export function createSuggestions({ requests, frames, now }) {
  /** @type {Map<Frame, Promise<void>>} */
  const asking = new Map();
  /** @type {(frame: Frame) => {id: string, options: object} | null} */
  let pendingPasskey = () => null;

  /** @param {Frame} frame @param {Focus} focus @param {any} answer @param {string | null} passkey @param {boolean} tellsPage */
  function settle(frame, focus, answer, passkey, tellsPage) {
    if (!frame.connected || frame.focus?.request !== focus.request) return;
    /** @type {{id: string, icon: string, title: string, subtitle: string, source: string}[]} */
    let rows = [];
    if (answer.type === 'suggestions') {
      const { items, locked, canList } = answer;
      focus.suggestions = { items, locked, canList, at: now(), passkey };
      const words = rowsOf(focus);
      rows = words.rows;
      // A page has many user-name fields: an empty list of suggestions under each would only be in the way.
      if (words.all && (rows.length > 0 || focus.field !== 'username')) rows = [...rows, words.all];
    } else {
      focus.suggestions = null;
      const refused = answer.code === 'notAllowedHere' || answer.code === 'nothingToOffer';
      if (!refused && focus.field === 'one-time-code') rows = [notConnectedRow()];
    }
    if (!tellsPage) return;
    frame.port.postMessage({
      type: 'suggestions',
      request: focus.request,
      rows,
      announcement: hintAnnouncement(rows.length),
    });
  }

  /** @param {Frame} frame @param {boolean} tellsPage */
  async function ask(frame, tellsPage) {
    /** @type {Focus | null} */
    let asked = null;
    while (frame.focus !== null && frame.focus !== asked && frame.connected) {
      /** @type {Focus} */
      const focus = frame.focus;
      asked = focus;
      const passkey = focus.field === 'username' ? pendingPasskey(frame) : null;
      const context = await frames.contextOf(frame);
      const answer = await requests.open('suggestions', {
        context,
        field: focus.field,
        ...(passkey === null ? {} : { passkey: passkey.options }),
      }).answer;
      settle(frame, focus, answer, passkey?.id ?? null, tellsPage);
    }
    asking.delete(frame);
  }

  return {
    /** @param {(frame: Frame) => {id: string, options: object} | null} lookUp */
    usePendingPasskeys(lookUp) {
      pendingPasskey = lookUp;
    },

    /**
     * Asks anew for the frame's focused field; `focus.suggestions` gets the answer.
     * @param {Frame} frame
     * @param {boolean} tellsPage whether the hint shows it too: not while the popup is in front of it
     * @returns {Promise<void>}
     */
    refresh(frame, tellsPage) {
      const running = asking.get(frame);
      if (running !== undefined) return running;
      const run = ask(frame, tellsPage).catch(() => {
        asking.delete(frame);
      });
      asking.set(frame, run);
      return run;
    },

    /** @param {Frame} frame */
    pendingPasskeyOf(frame) {
      return pendingPasskey(frame);
    },

    /** @param {Focus} focus */
    areFresh(focus) {
      return focus.suggestions !== null && now() - focus.suggestions.at < FRESH_MILLISECONDS;
    },
  };
}
