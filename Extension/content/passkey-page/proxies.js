// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Stand-ins are proxies of the browser's functions: they have the same name, length and text, and no marks of Passfold.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { apply, defineProperty, getOwnPropertyDescriptor, Proxy } = page.builtIns;

  /**
   * Replaces a function or getter with a stand-in. If the browser does not have it, nothing happens.
   * @param {any} owner @param {string} name
   * @param {(self: any, list: any[], native: () => any) => any} behaviour `native` calls the browser's own function
   */
  page.standIn = (owner, name, behaviour) => {
    const descriptor = getOwnPropertyDescriptor(owner, name);
    const kind = descriptor?.get === undefined ? 'value' : 'get';
    const own = descriptor?.[kind];
    if (typeof own !== 'function') return;
    const call = { __proto__: null, apply: (_, self, list) => behaviour(self, list, () => apply(own, self, list)) };
    defineProperty(owner, name, { ...descriptor, [kind]: new Proxy(own, call) });
  };
})();
