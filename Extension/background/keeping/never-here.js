// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The sites whose passwords are never offered to be kept, by the names of their hosts. The person put them there and takes them off in the
// settings. They lie in the browser's storage, in clear.

const KEY = 'neverHere';
const MOST = 1000;

/** @param {{storage: any}} parts the browser's `storage.local` */
export function createNeverHere({ storage }) {
  async function all() {
    const kept = await storage.get({ [KEY]: [] }).catch(() => ({}));
    return Array.isArray(kept[KEY]) ? kept[KEY] : [];
  }

  return {
    /** @param {string} host */
    async has(host) {
      return (await all()).includes(host);
    },

    /** @param {string} host */
    async add(host) {
      const sites = (await all()).filter((/** @type {string} */ site) => site !== host);
      await storage.set({ [KEY]: [...sites, host].slice(-MOST) });
    },
  };
}
