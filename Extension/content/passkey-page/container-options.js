// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The options that a page passes to `create()` and `get()` (Credential Management Level 1 §2.3).

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { apply, freeze, includes } = page.builtIns;
  const { abortSignal, isObject } = page.conversions;

  const MEDIATIONS = freeze(['optional', 'required', 'conditional']);
  /** The members of each dictionary, in the order in which a browser reads them. */
  const CREATION_MEMBERS = freeze(['digital', 'federated', 'mediation', 'password', 'publicKey', 'signal']);
  const REQUEST_MEMBERS = freeze(['digital', 'federated', 'identity', 'mediation', 'otp', 'password', 'publicKey', 'signal', 'uiMode']);

  /**
   * Returns the parts of the request that Passfold needs, or null if it must go to the browser, because of other kinds of credentials,
   * another mediation, or a user interface that Passfold lacks or that is incompatible with the rest.
   *
   * In that case, the browser's own function gets the page's original options and reads them again. A page can notice this if their members
   * are getters. A copy would lose members that this browser knows and these scripts do not.
   * @param {readonly string[]} members @param {any} options @param {(value: any, where: string) => any} convert for `publicKey`
   */
  function read(members, options, convert) {
    if (!isObject(options)) return null;
    const request = { __proto__: null, isConditional: false, isImmediate: false, publicKey: null, signal: undefined };
    for (let index = 0; index < members.length; index += 1) {
      const name = members[index];
      const value = options[name];
      if (name === 'publicKey') {
        if (value === undefined) return null;
        request.publicKey = convert(value, "Failed to read the 'publicKey' property");
      } else if (value !== undefined) {
        if (name === 'mediation') {
          const mediation = `${value}`;
          if (!apply(includes, MEDIATIONS, [mediation])) return null;
          request.isConditional = mediation === 'conditional';
        } else if (name === 'signal') request.signal = abortSignal(value, "Failed to read the 'signal' property");
        else if (name === 'uiMode' && `${value}` === 'immediate') request.isImmediate = true;
        else if (name !== 'password' || members !== REQUEST_MEMBERS || value) return null;
      }
    }
    // An immediate request does not wait for a field, and is only for discoverable passkeys.
    const isForBrowser = request.isImmediate && (request.isConditional || request.publicKey.allowCredentials?.length > 0);
    return isForBrowser ? null : request;
  }

  /** @param {any} options @param {(value: any, where: string) => any} convert */
  page.readCreation = (options, convert) => read(CREATION_MEMBERS, options, convert);
  /** @param {any} options @param {(value: any, where: string) => any} convert */
  page.readRequest = (options, convert) => read(REQUEST_MEMBERS, options, convert);
})();
