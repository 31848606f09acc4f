// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Proves to the broker which browser profile this is, and pairs the profile when the user asks for it in the popup.

import { base64urlOf, commitmentTo, digitsOf, proofBytes, readNonce } from './pairing-transcript.js';

/**
 * @param {object} parts
 * @param {Crypto} parts.crypto
 * @param {{publicKey(): Promise<Uint8Array>, sign(bytes: Uint8Array): Promise<Uint8Array>}} parts.key
 * @param {string} parts.caller the name by which the native host identifies this extension
 */
export function createPairing({ crypto, key, caller }) {
  /** @type {Uint8Array | null} */
  let challenge = null;
  /** @type {{nonce: Uint8Array, send(message: object): void, showDigits(digits: string): void, finish(result: string): void} | null} */
  let attempt = null;

  /** @param {string} result */
  function finish(result) {
    const ended = attempt;
    attempt = null;
    ended?.finish(result);
  }

  return {
    /**
     * Returns the answer to the broker's challenge.
     * @param {string} text @returns {Promise<object>}
     */
    async prove(text) {
      const bytes = readNonce(text);
      if (bytes === null) throw new TypeError('no challenge');
      challenge = bytes;
      const publicKey = await key.publicKey();
      const signature = await key.sign(proofBytes(bytes, caller, publicKey));
      return { type: 'pair', publicKey: base64urlOf(publicKey), signature: base64urlOf(signature) };
    },

    /**
     * Pairs the profile; meanwhile the user compares digits in Passfold's own prompt.
     * @param {(message: object) => void} send
     * @param {(digits: string) => void} showDigits called before the prompt appears
     * @returns {Promise<string>} `paired`, or the reason
     */
    async run(send, showDigits) {
      finish('declined');
      const nonce = crypto.getRandomValues(new Uint8Array(32));
      const commitment = await commitmentTo(crypto.subtle, await key.publicKey(), nonce);
      return new Promise((resolve) => {
        attempt = { nonce, send, showDigits, finish: resolve };
        send({ type: 'begin-pairing', commitment: base64urlOf(commitment) });
      });
    },

    /** Ends the pairing from this side, which also closes Passfold's prompt. */
    cancel() {
      attempt?.send({ type: 'cancel-pairing' });
      finish('declined');
    },

    /** @param {string} text the broker's nonce, chosen after it received the commitment */
    async nonce(text) {
      const current = attempt;
      const brokerNonce = readNonce(text);
      if (current === null) return;
      if (challenge === null || brokerNonce === null) return finish('protocolError');
      const publicKey = await key.publicKey();
      const browserNonce = current.nonce;
      const digits = await digitsOf(crypto.subtle, { challenge, caller, publicKey, browserNonce, brokerNonce });
      if (attempt !== current) return;
      current.showDigits(digits);
      current.send({ type: 'reveal-pairing', nonce: base64urlOf(browserNonce) });
    },

    /** @param {string} result `paired`, the broker's reason, or the state of a connection that ended */
    ended: finish,
  };
}
