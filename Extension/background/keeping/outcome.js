// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Decides from the next page whether a sign-in, sign-up or change of a password has succeeded. Doubtful cases count as failed: an offer to
// save a wrong password is worse than no offer.

/** @typedef {{asks: 'none' | 'name' | 'code' | 'current' | 'new', saysError: boolean}} FormState what a page asks for, and whether it shows an error */

/**
 * @param {{kind: 'sign-in' | 'sign-up' | 'change', isSubmitted: boolean}} submission what was sent, and whether the browser submitted it
 * @param {FormState | null} state what the next page of the same frame shows; null if the page is another site's or does not answer
 * @returns {'succeeded' | 'failed' | 'waits'} `waits` if a second step comes in between
 */
export function outcomeOf({ kind, isSubmitted }, state) {
  // A user who only pressed something and went elsewhere may have given up.
  if (state === null) return isSubmitted ? 'succeeded' : 'failed';
  if (state.saysError) return 'failed';
  if (state.asks === 'code') return 'waits';
  if (state.asks === 'none') return 'succeeded';
  switch (kind) {
    case 'sign-in':
      // The form or its first step is shown again. A page for a new password is behind a sign-in.
      return state.asks === 'new' ? 'succeeded' : 'failed';
    case 'sign-up':
      // After a sign-up, many sites ask the user to sign in with the new account.
      return state.asks === 'new' ? 'failed' : 'succeeded';
    default:
      return 'succeeded';
  }
}
