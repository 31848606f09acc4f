// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The bytes that a browser signs, commits to and compares (docs/protocols/native-messaging.md, "Pairing"). The broker's half is
// Sources/Broker/Pairing/PairingTranscript.swift; the vectors in Vectors/pairing test both.

const NONCE_BYTES = 32;

/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);

/**
 * Encodes the label and each part after its length in four bytes: different lists of parts never give the same bytes.
 * @param {string} label @param {Uint8Array[]} parts
 */
function labelled(label, parts) {
  const all = [utf8(label), ...parts];
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + 4 + part.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const part of all) {
    view.setUint32(at, part.length);
    bytes.set(part, at + 4);
    at += 4 + part.length;
  }
  return bytes;
}

/** @param {Uint8Array} bytes */
export function base64urlOf(bytes) {
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decodes a challenge or nonce from the broker.
 * @param {string} text
 * @returns {Uint8Array | null} null if it is malformed
 */
export function readNonce(text) {
  if (!/^[\w-]{43}$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  return bytes.length === NONCE_BYTES && base64urlOf(bytes) === text ? bytes : null;
}

/**
 * Returns the bytes that the profile's key signs.
 * @param {Uint8Array} challenge @param {string} caller @param {Uint8Array} publicKey
 */
export function proofBytes(challenge, caller, publicKey) {
  return labelled('passfold/browser/proof/1', [challenge, utf8(caller), publicKey]);
}

/**
 * @param {SubtleCrypto} subtle @param {Uint8Array} publicKey @param {Uint8Array} nonce
 * @returns {Promise<Uint8Array>}
 */
export async function commitmentTo(subtle, publicKey, nonce) {
  return new Uint8Array(await subtle.digest('SHA-256', labelled('passfold/browser/commitment/1', [publicKey, nonce])));
}

/**
 * Computes the six digits that the popup and Passfold's prompt show.
 * @param {SubtleCrypto} subtle
 * @param {{challenge: Uint8Array, caller: string, publicKey: Uint8Array, browserNonce: Uint8Array, brokerNonce: Uint8Array}} of
 * @returns {Promise<string>}
 */
export async function digitsOf(subtle, { challenge, caller, publicKey, browserNonce, brokerNonce }) {
  const parts = [challenge, utf8(caller), publicKey, browserNonce, brokerNonce];
  const digest = await subtle.digest('SHA-256', labelled('passfold/browser/digits/1', parts));
  return String(new DataView(digest).getBigUint64(0) % 1_000_000n).padStart(6, '0');
}
