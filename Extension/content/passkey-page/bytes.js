// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Reads the bytes of buffers, and converts them from and to base64url, their form in WebAuthn's JSON.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const {
    apply, atob, btoa, bufferLength, charCodeAt, freeze, fromCharCode, isArray, isView, ownKeys, replace, setPrototypeOf, typedArray,
    Uint8Array, view,
  } = page.builtIns;

  /** Returns the getters for a typed array or a DataView, which have different ones. @param {any} source a view of a buffer */
  const gettersOf = (source) => (apply(typedArray.tag, source, []) === undefined ? view : typedArray);

  /** @param {any} source a view of a buffer */
  const bufferOf = (source) => apply(gettersOf(source).buffer, source, []);

  /** @param {any} value */
  function isBufferSource(value) {
    if (isView(value)) return true;
    try {
      apply(bufferLength, value, []);
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the current bytes of a buffer source; a detached one has none. @param {any} source */
  function bytesOf(source) {
    if (!isView(source)) return apply(bufferLength, source, []) === 0 ? new Uint8Array(0) : new Uint8Array(source);
    const buffer = bufferOf(source);
    if (apply(bufferLength, buffer, []) === 0) return new Uint8Array(0);
    const { offset, length } = gettersOf(source);
    return new Uint8Array(buffer, apply(offset, source, []), apply(length, source, []));
  }

  /** @param {any} source a buffer source */
  function encode(source) {
    const bytes = bytesOf(source);
    let binary = '';
    for (let index = 0; index < bytes.length; index += 1) binary += fromCharCode(bytes[index]);
    return apply(replace, apply(replace, apply(replace, btoa(binary), [/\+/g, '-']), [/\//g, '_']), [/=+$/, '']);
  }

  /**
   * Returns a converted value in the form of WebAuthn's JSON: bytes as base64url, and everything else unchanged.
   * @param {any} value
   * @returns {any}
   */
  function jsonOf(value) {
    if (typeof value !== 'object' || value === null) return value;
    if (isBufferSource(value)) return encode(value);
    const all = isArray(value) ? setPrototypeOf([], null) : { __proto__: null };
    const keys = setPrototypeOf(ownKeys(value), null);
    for (let index = 0; index < keys.length; index += 1) {
      // The length of a sequence follows from its elements.
      if (keys[index] !== 'length' || !isArray(value)) all[keys[index]] = jsonOf(value[keys[index]]);
    }
    return all;
  }

  page.bytes = freeze({
    __proto__: null,
    bufferOf, encode, jsonOf,

    /** @param {any} source a buffer source */
    lengthOf: (source) => bytesOf(source).length,

    /** @param {string} text */
    decode(text) {
      const binary = atob(apply(replace, apply(replace, text, [/-/g, '+']), [/_/g, '/']));
      const bytes = new Uint8Array(binary.length);
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = apply(charCodeAt, binary, [index]);
      return bytes.buffer;
    },
  });
})();
