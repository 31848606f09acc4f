// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The exceptions that a page may see. WebAuthn deliberately has few: a page must not learn from them which credentials the user has
// (WebAuthn Level 3 §14.5). Errors pass between worlds as names, never as objects.

const NAMES = new Set([
  'AbortError',
  'ConstraintError',
  'InvalidStateError',
  'NotAllowedError',
  'NotSupportedError',
  'SecurityError',
  'SyntaxError',
  'TypeError',
]);

/**
 * Returns the name to give to a page: the broker's if WebAuthn knows it, otherwise the one that reveals nothing.
 * @param {unknown} name
 * @returns {string}
 */
export function exceptionNameForPage(name) {
  return typeof name === 'string' && NAMES.has(name) ? name : 'NotAllowedError';
}
