// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Base64url without padding (RFC 4648 §5), as the WebAuthn JSON types carry bytes.

const ALPHABET = /^[A-Za-z0-9_-]*$/;

/**
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function encodeBase64url(bytes) {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * @param {unknown} text
 * @returns {Uint8Array | null} null when the text is not the one canonical form of some bytes
 */
export function decodeBase64url(text) {
  if (typeof text !== 'string' || !ALPHABET.test(text) || text.length % 4 === 1) return null;
  const bytes = Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')),
    (character) => character.charCodeAt(0),
  );
  return encodeBase64url(bytes) === text ? bytes : null;
}
