// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Stand-ins are proxies of the browser's functions: they have the same name, length and text, and no mark of ours.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { apply, defineProperty, getOwnPropertyDescriptor, Proxy } = page.builtIns;

  /**
   * Puts a stand-in in the place of a function or of a getter. What the browser does not have is left out.
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
