// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The content scripts for fields. A frame gets them when its `content/watch.js` has seen a field, or when the worker has a message for
// them. Most frames have no fields and never get them.

/** In the order in which they run: each depends on those before it. */
export const FIELD_SCRIPTS = [
  'document-tree', 'field-words', 'field-text', 'field-scopes', 'field-evidence', 'field-company', 'code-boxes', 'field-weights',
  'field-detector', 'fill-targets', 'hint', 'fill', 'clicked', 'submission', 'start',
].map((name) => `content/${name}.js`);
const ASKS = 'passfold-fields';

/**
 * @param {object} parts
 * @param {{executeScript(what: object): Promise<any[]>}} parts.scripting
 * @param {{sendMessage(tab: number, message: object, options: object): Promise<any>}} parts.tabs
 * @param {any} parts.runtime
 */
export function createFieldScripts({ scripting, tabs, runtime }) {
  /** @param {object} target a frame, as the browser names it */
  const put = (target) => scripting.executeScript({ target, files: FIELD_SCRIPTS, injectImmediately: true });

  runtime.onMessage.addListener((/** @type {any} */ message, /** @type {any} */ sender, /** @type {(isThere: boolean) => void} */ answer) => {
    const { id, tab, frameId, documentId } = sender;
    if (id !== runtime.id || message?.type !== ASKS || typeof tab?.id !== 'number' || typeof frameId !== 'number') return undefined;
    // The browser identifies the sender. If the frame shows another document by now, nothing is injected.
    const target = documentId === undefined ? { tabId: tab.id, frameIds: [frameId] } : { tabId: tab.id, documentIds: [documentId] };
    put(target).then(() => answer(true), () => answer(false));
    return true;
  });

  return {
    /**
     * Sends a message to the field scripts in a frame, after injecting them if necessary.
     * @param {number} tab @param {object} message @param {{frameId: number}} frame
     */
    async sendMessage(tab, message, { frameId }) {
      try {
        return await tabs.sendMessage(tab, message, { frameId });
      } catch {
        await put({ tabId: tab, frameIds: [frameId] });
        return tabs.sendMessage(tab, message, { frameId });
      }
    },

    /**
     * Whether Passfold's scripts run in a page. The page can neither ask this nor observe it.
     * @param {number} tab
     */
    async areIn(tab) {
      const func = () => 'PassfoldWatch' in globalThis;
      const [{ result }] = await scripting.executeScript({ target: { tabId: tab, frameIds: [0] }, func, injectImmediately: true });
      return result === true;
    },
  };
}
