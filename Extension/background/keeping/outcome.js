// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Whether a sign-in, sign-up or change of a password has succeeded, by the page that came after it. Where it is unsure, it has not: an
// offer to keep a wrong password is worse than none.

/** @typedef {{asks: 'none' | 'name' | 'code' | 'current' | 'new', saysError: boolean}} FormState what a page asks for, and whether it shows an error */

/**
 * @param {{kind: 'sign-in' | 'sign-up' | 'change', isSubmitted: boolean}} submission what was sent, and whether the browser submitted it
 * @param {FormState | null} state what the next page of the same frame shows; null where it is another site's, or says nothing
 * @returns {'succeeded' | 'failed' | 'waits'} `waits` where a second step stands between
 */
export function outcomeOf({ kind, isSubmitted }, state) {
  // Whoever only pressed something and went elsewhere may have given up.
  if (state === null) return isSubmitted ? 'succeeded' : 'failed';
  if (state.saysError) return 'failed';
  if (state.asks === 'code') return 'waits';
  if (state.asks === 'none') return 'succeeded';
  switch (kind) {
    case 'sign-in':
      // The form again, or its first step; a page that makes a password lies behind a sign-in.
      return state.asks === 'new' ? 'succeeded' : 'failed';
    case 'sign-up':
      // Many sites let people sign in with what they have just made up.
      return state.asks === 'new' ? 'failed' : 'succeeded';
    default:
      return 'succeeded';
  }
}
