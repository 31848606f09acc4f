// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Bytes as base64url, the form that they have in the JSON of WebAuthn.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { apply, atob, btoa, bufferLength, charCodeAt, freeze, fromCharCode, isView, replace, Uint8Array } = page.builtIns;

  page.bytes = freeze({
    __proto__: null,

    /** @param {any} source */
    encode(source) {
      let bytes;
      if (isView(source)) bytes = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
      else {
        apply(bufferLength, source, []);
        bytes = new Uint8Array(source);
      }
      let binary = '';
      for (let index = 0; index < bytes.length; index += 1) binary += fromCharCode(bytes[index]);
      return apply(replace, apply(replace, apply(replace, btoa(binary), [/\+/g, '-']), [/\//g, '_']), [/=+$/, '']);
    },

    /** @param {string} text */
    decode(text) {
      const binary = atob(apply(replace, apply(replace, text, [/-/g, '+']), [/_/g, '/']));
      const bytes = new Uint8Array(binary.length);
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = apply(charCodeAt, binary, [index]);
      return bytes.buffer;
    },
  });
})();
