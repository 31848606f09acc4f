// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Whether a sign-in, sign-up or change of a password has succeeded, by the page that came after it. Where it is unsure, it has not: an
// offer to keep a wrong password is worse than none.

/**
 * @param {'sign-in' | 'sign-up' | 'change'} kind what was sent
 * @param {{asks: 'none' | 'current' | 'new', saysError: boolean} | null} state what the next page of the same frame shows; null where it
 *   has no field to look for, or is another site's
 */
export function hasSucceeded(kind, state) {
  if (state === null || state.asks === 'none') return true;
  switch (kind) {
    case 'sign-in':
      // The form again; one that makes a password lies behind a sign-in.
      return state.asks === 'new' && !state.saysError;
    case 'sign-up':
      // Many sites let people sign in with what they have just made up.
      return state.asks === 'current' && !state.saysError;
    default:
      return !state.saysError;
  }
}
