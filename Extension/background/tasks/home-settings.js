// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The user's settings for this browser. They are stored in the browser's storage, which contains nothing from the vault.

import { SWITCHES } from '../settings.js';

/** @typedef {import('./home.js').Home} Home */

/**
 * @param {object} parts
 * @param {{get(keys: object): Promise<any>, set(values: object): Promise<void>}} parts.storage
 * @param {(url: string) => void} parts.openTab
 * @param {() => void} parts.close
 */
export function createHomeSettings({ storage, openTab, close }) {
  /** @param {Home} home @param {boolean} isUpdate */
  async function show(home, isUpdate) {
    const { neverHere, ...kept } = await storage.get({ ...SWITCHES, neverHere: [] });
    const switches = Object.fromEntries(Object.keys(SWITCHES).map((name) => [name, kept[name] === true]));
    const sites = Array.isArray(neverHere) ? neverHere.filter((site) => typeof site === 'string') : [];
    if (home.isCurrent()) home.show({ kind: 'settings', ...switches, neverHere: sites }, isUpdate);
  }

  /** @param {Home} home @param {import('../../shared/messages.js').Message} message */
  async function received(home, message) {
    switch (message.act) {
      case 'settings':
        return show(home, false);
      case 'set':
        await storage.set({ [message.key]: message.on });
        return show(home, true);
      case 'ask': {
        // Passfold may offer to save this site's passwords again.
        const { neverHere } = await storage.get({ neverHere: [] });
        if (Array.isArray(neverHere)) await storage.set({ neverHere: neverHere.filter((site) => site !== message.site) });
        return show(home, true);
      }
      case 'health':
        openTab('health/health.html');
        return close();
    }
  }

  return { received, acts: ['settings', 'set', 'ask', 'health'] };
}
