// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Suggestions for the focused field of a frame. They are requested when the user opens the popup, and only the popup receives them:
// from earlier requests a page could infer which entries exist.

import { suggestionRows } from '../shared/texts.js';

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
 */
export function createSuggestions({ requests, frames }) {
  /** @type {(frame: Frame) => {id: string, options: object} | null} */
  let pendingPasskey = () => null;

  return {
    /** @param {(frame: Frame) => {id: string, options: object} | null} lookUp */
    usePendingPasskeys(lookUp) {
      pendingPasskey = lookUp;
    },

    /** @param {Frame} frame */
    pendingPasskeyOf(frame) {
      return pendingPasskey(frame);
    },

    /**
     * Requests the suggestions for a field and stores them in `focus.suggestions`.
     * @param {Frame} frame
     * @param {Focus} focus
     * @returns {Promise<any>} the final message
     */
    async ask(frame, focus) {
      const passkey = focus.field === 'username' ? pendingPasskey(frame) : null;
      const answer = await requests.open('suggestions', {
        context: await frames.contextOf(frame),
        field: focus.field,
        ...(passkey === null ? {} : { passkey: passkey.options }),
      }).answer;
      const isAnswer = answer.type === 'suggestions';
      const { items, locked, canList } = answer;
      focus.suggestions = isAnswer ? { items, locked, canList, passkey: passkey?.id ?? null } : null;
      return answer;
    },
  };
}
