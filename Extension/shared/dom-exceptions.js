// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The exceptions that a page may see. WebAuthn keeps them few on purpose: a page must not learn from
// them what a person owns (WebAuthn Level 3 §14.5). Errors cross worlds as names, never as objects.

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
 * The name to hand to a page: the broker's when it is one that WebAuthn knows, else the one that tells nothing.
 * @param {unknown} name
 * @returns {string}
 */
export function exceptionNameForPage(name) {
  return typeof name === 'string' && NAMES.has(name) ? name : 'NotAllowedError';
}
