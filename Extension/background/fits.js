// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The entries that fit the active page, with or without a focused field. The broker is asked with the browser's information about each
// frame; the page learns nothing.

import { fittingRow } from '../shared/home-texts.js';

/** @typedef {import('./frames.js').Frame} Frame */
/** @typedef {import('./frames.js').Focus} Focus */
/** @typedef {{frame: Frame, focus: Focus, index: number, item: import('../shared/messages.js').Item}} Fit */

const PASSKEY_FIELDS = ['username', 'current-password'];

/**
 * Returns the fields of a frame to ask about: one for sign-ins and one for codes.
 * @param {import('./page-fields.js').FrameFields} found
 * @param {boolean} hasPasskeyRequest
 */
export function askedFields({ frame, fields }, hasPasskeyRequest) {
  const byField = new Map(fields.map((one) => [one.field, one.request]));
  const order = hasPasskeyRequest ? PASSKEY_FIELDS : [...PASSKEY_FIELDS].reverse();
  const signIn = order.find((field) => byField.has(field));
  const asked = [...(signIn === undefined ? [] : [signIn]), ...(byField.has('one-time-code') ? ['one-time-code'] : [])];
  // A page without fields can have entries too, although they cannot be filled.
  const all = frame.frame === 0 ? [signIn ?? 'current-password', 'one-time-code'] : asked;
  return all.map((field) => ({ field, request: byField.get(field) ?? null }));
}

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('./page-fields.js').createPageFields>} parts.pageFields
 * @param {ReturnType<typeof import('./suggestions.js').createSuggestions>} parts.suggestions
 * @param {ReturnType<typeof import('./frames.js').createFrames>} parts.frames
 */
export function createFits({ pageFields, suggestions, frames }) {
  /** @param {import('./page-fields.js').FrameFields} found @returns {Promise<Fit[]>} */
  async function inFrame(found) {
    const { frame } = found;
    const asked = askedFields(found, suggestions.pendingPasskeyOf(frame) !== null);
    const answers = asked.map(async ({ field, request }) => {
      /** @type {Focus} */
      const focus = { request: request ?? -1, field, rules: null, suggestions: null };
      await suggestions.ask(frame, focus);
      return (focus.suggestions?.items ?? []).map((item, index) => ({ frame, focus, index, item }));
    });
    return (await Promise.all(answers)).flat();
  }

  return {
    /**
     * @param {number} tab
     * @returns {Promise<{site: string, fits: Fit[]}>} `site` is the page's origin, or empty if the browser does not give it
     */
    async of(tab) {
      const looked = await pageFields.look(tab);
      const found = (await Promise.all(looked.map(inFrame))).flat();
      // The frame that the user was in comes first, then frames with a field.
      const focused = frames.focusedIn(tab);
      const rank = (/** @type {Fit} */ { frame, focus }) => (frame === focused ? 0 : focus.request >= 0 ? 1 : 2);
      found.sort((one, other) => rank(one) - rank(other));
      const seen = new Set();
      const fits = found.filter(({ item }) => {
        const name = JSON.stringify([item.kind, item.service, item.account, item.provider]);
        return !seen.has(name) && seen.add(name);
      });
      const page = looked.find(({ frame }) => frame.frame === 0);
      return { site: page?.frame.origin ?? '', fits };
    },
  };
}

/** @param {Fit[]} fits */
export function rowsOfFits(fits) {
  const hasOthers = new Set(fits.map(({ item }) => item.provider)).size > 1;
  return fits.map(({ item, focus }, index) => fittingRow(item, `fit-${index}`, focus.request >= 0, hasOthers));
}
