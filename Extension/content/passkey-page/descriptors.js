// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What a page says about single credentials, those it excludes and those it allows.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { apply, push } = page.builtIns;
  const { encode } = page.bytes;

  /** @param {any} list */
  page.descriptorsJSON = (list) => {
    if (list === undefined || list === null) return undefined;
    const all = [];
    for (const { type, id, transports } of list) {
      apply(push, all, [{ type: `${type}`, id: encode(id), ...(transports === undefined ? {} : { transports: [...transports] }) }]);
    }
    return all;
  };
})();
