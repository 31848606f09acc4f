// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The key by which the broker recognises this browser profile. It is generated once and stored by the profile; no code can extract
// its private half.

const DATABASE = 'passfold';
const STORE = 'keys';
const NAME = 'browser';
const ALGORITHM = Object.freeze({ name: 'ECDSA', namedCurve: 'P-256' });

/** @param {any} request an IDBRequest @returns {Promise<any>} */
function outcome(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @param {object} parts
 * @param {any} parts.indexedDB
 * @param {Crypto} parts.crypto
 */
export function createBrowserKey({ indexedDB, crypto }) {
  /** @type {Promise<CryptoKeyPair> | null} */
  let pair = null;

  /** @returns {Promise<any>} */
  function open() {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    return outcome(request);
  }

  /** @returns {Promise<CryptoKeyPair>} */
  async function load() {
    const made = crypto.subtle.generateKey(ALGORITHM, false, ['sign']);
    /** @type {any} */
    let database;
    try {
      database = await open();
      const kept = await outcome(database.transaction(STORE).objectStore(STORE).get(NAME));
      if (kept !== undefined) return kept;
      const fresh = await made;
      // Another worker of the profile may have stored a key first: the stored key is used.
      const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
      const other = await outcome(store.get(NAME));
      if (other !== undefined) return other;
      await outcome(store.put(fresh, NAME));
      return fresh;
    } catch {
      // A profile that stores nothing has a key until it closes, and must be connected again each time.
      return made;
    } finally {
      database?.close();
    }
  }

  /** @returns {Promise<CryptoKeyPair>} */
  function loaded() {
    pair ??= load();
    return pair;
  }

  return {
    /** @returns {Promise<Uint8Array>} the public key as an uncompressed point */
    async publicKey() {
      return new Uint8Array(await crypto.subtle.exportKey('raw', (await loaded()).publicKey));
    },
    /** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} the signature: r and s */
    async sign(bytes) {
      const { privateKey } = await loaded();
      return new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, /** @type {BufferSource} */ (bytes)));
    },
  };
}
