// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The Web IDL conversions from a page's values to the standard's types. Each reads every member once, in the order of Web IDL, and throws a
// TypeError where the browser does. Exceptions from the page's own getters are passed on.
//
// Converted dictionaries, records and sequences have no prototype, so that a page cannot change them by adding to a prototype.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const {
    apply, bufferLength, bufferResizable, freeze, getOwnPropertyDescriptor, isView, iterator, ownKeys, setPrototypeOf, signalAborted,
    sort, TypeError,
  } = page.builtIns;
  const { bufferOf } = page.bytes;

  /** @typedef {(value: any, where: string) => any} Converter `where` tells the page's author which value is wrong */
  /** @typedef {Converter | {required: Converter}} Member */

  /** @param {string} where @param {string} why @returns {never} */
  function refuse(where, why) {
    throw new TypeError(`${where}: ${why}`);
  }

  /** @param {any} value */
  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

  /** Returns a converted sequence, which has no prototype. @param {any[]} values */
  const withoutPrototype = (values) => setPrototypeOf(values, null);

  /**
   * Returns the members of a dictionary in lexicographic order.
   * @param {string} name @param {Record<string, Member>} members
   */
  function inOrder(name, members) {
    const keys = apply(sort, ownKeys(members), []);
    const all = withoutPrototype([]);
    for (let index = 0; index < keys.length; index += 1) {
      const member = keys[index];
      const own = members[member];
      const isRequired = typeof own !== 'function';
      all[index] = freeze({
        __proto__: null, member, isRequired, convert: isRequired ? own.required : own, place: `Failed to read the '${member}' property from '${name}'`,
      });
    }
    return all;
  }

  page.conversions = freeze({
    __proto__: null,
    isObject,

    /** @type {Converter} */
    any: (value) => value,
    /** @type {Converter} */
    boolean: (value) => !!value,
    /** The language itself rejects symbols. @type {Converter} */
    string: (value) => `${value}`,
    /** Modulo 2³², like types without [EnforceRange]; the language itself rejects symbols and big integers. @type {Converter} */
    long: (value) => +value | 0,
    /** @type {Converter} */
    unsignedLong: (value) => +value >>> 0,

    /** A BufferSource, neither shared nor resizable. It remains the page's object; its bytes are read later. @type {Converter} */
    bufferSource(value, where) {
      if (!isObject(value)) refuse(where, 'The value is not an ArrayBuffer or a view of one.');
      const buffer = isView(value) ? bufferOf(value) : value;
      let isResizable = false;
      try {
        apply(bufferLength, buffer, []);
        isResizable = bufferResizable !== undefined && apply(bufferResizable, buffer, []);
      } catch {
        refuse(where, isView(value) ? 'The view’s buffer must not be shared.' : 'The value is not an ArrayBuffer or a view of one.');
      }
      if (isResizable) refuse(where, 'The buffer must not be resizable.');
      return value;
    },

    /** @type {Converter} */
    abortSignal(value, where) {
      try {
        apply(signalAborted, value, []);
      } catch {
        refuse(where, 'The value is not an AbortSignal.');
      }
      return value;
    },

    /** @param {Converter} convert @returns {Converter} */
    sequence: (convert) => (value, where) => {
      const open = isObject(value) ? value[iterator] : undefined;
      if (open === undefined || open === null) refuse(where, 'The value cannot be converted to a sequence.');
      const steps = apply(open, value, []);
      if (!isObject(steps)) refuse(where, 'The value cannot be converted to a sequence.');
      const { next } = steps;
      const all = withoutPrototype([]);
      for (let index = 0; ; index += 1) {
        const step = apply(next, steps, []);
        if (!isObject(step)) refuse(where, 'The value cannot be converted to a sequence.');
        if (step.done) return all;
        all[index] = convert(step.value, where);
      }
    },

    /** record<DOMString, …>. @param {Converter} convert @returns {Converter} */
    record: (convert) => (value, where) => {
      if (!isObject(value)) refuse(where, 'The value is not an object.');
      const keys = withoutPrototype(ownKeys(value));
      const all = { __proto__: null };
      for (let index = 0; index < keys.length; index += 1) {
        if (!getOwnPropertyDescriptor(value, keys[index])?.enumerable) continue;
        const key = `${keys[index]}`;
        all[key] = convert(value[key], where);
      }
      return all;
    },

    /**
     * A dictionary: its inherited members, then its own in lexicographic order. Undefined members are omitted.
     * @param {string} name @param {Record<string, Member>} members @param {Converter} [inherited] @returns {Converter}
     */
    dictionary(name, members, inherited) {
      // Created when a page passes the first one, because most pages never do.
      /** @type {ReturnType<typeof inOrder> | null} */
      let all = null;
      return (value, where) => {
        all ??= inOrder(name, members);
        const isMissing = value === undefined || value === null;
        if (!isMissing && !isObject(value)) refuse(where, `The value is not of type '${name}'.`);
        const converted = inherited === undefined ? { __proto__: null } : inherited(value, where);
        for (let index = 0; index < all.length; index += 1) {
          const { member, isRequired, convert, place } = all[index];
          const own = isMissing ? undefined : value[member];
          if (own !== undefined) converted[member] = convert(own, place);
          else if (isRequired) refuse(place, 'Required member is undefined.');
        }
        return converted;
      };
    },
  });
})();
