// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The frames with an open port: their identity (from the browser only), the focused field, and whether they still show the same
// document.

/**
 * @typedef {object} Suggestions
 * @property {import('../shared/messages.js').Item[]} items
 * @property {import('../shared/messages.js').LockedProvider[]} locked
 * @property {boolean} canList
 * @property {string | null} passkey the id of the conditional request that was sent along
 */
/**
 * @typedef {object} Focus
 * @property {number} request the number that the content script gave this focus
 * @property {string} field
 * @property {string | null} rules what a field for a new password accepts, in the language of `passwordrules`
 * @property {Suggestions | null} suggestions the suggestions last offered in the popup
 */
/**
 * @typedef {object} Frame
 * @property {any} port
 * @property {number} tab
 * @property {number} frame
 * @property {string} document the browser's document id, or one made for the port if the browser has none
 * @property {boolean} documentIsTheBrowsers
 * @property {string} origin
 * @property {Focus | null} focus
 * @property {number} focusedAt a counter: the latest focus has the highest value
 * @property {boolean} connected
 * @property {string | null} around the origin of a different page that contains the frame, once known
 * @property {string[]} permissionsPolicy the WebAuthn features that its permissions policy allows, as last reported by its content script
 */

/**
 * Returns the origin of a URL, or "null" if the URL does not have one.
 * @param {string | undefined} url
 */
export function originOf(url) {
  try {
    const { protocol, origin } = new URL(url ?? '');
    return protocol === 'https:' || protocol === 'http:' ? origin : 'null';
  } catch {
    return 'null';
  }
}

/**
 * @param {object} environment
 * @param {{getAllFrames(of: {tabId: number}): Promise<any[] | null>, getFrame(of: object): Promise<any>}} environment.webNavigation
 * @param {() => string} environment.randomId
 * @param {(tab: number, frame: number) => Promise<Frame | null>} environment.documentIn the document in a frame, as identified by its port
 */
export function createFrames({ webNavigation, randomId, documentIn }) {
  /** @type {Set<Frame>} */
  const frames = new Set();
  let focusCount = 0;

  /**
   * Returns what the browser reports about the frames of a tab, and updates the frame's number. A prerendered page gets a new number
   * when it is shown; its document id stays the same.
   * @param {Frame} frame
   */
  async function look(frame) {
    const found = (await webNavigation.getAllFrames({ tabId: frame.tab }).catch(() => null)) ?? [];
    const own = frame.documentIsTheBrowsers ? found.find((one) => one.documentId === frame.document) : undefined;
    if (own !== undefined) frame.frame = own.frameId;
    return found;
  }

  /**
   * Returns the origin of an enclosing document: that of its URL or, if the URL has none (`about:blank`, `srcdoc`), that of the document's
   * own port; "null" if neither is known. The enclosing document cannot change meanwhile: if it goes, the inner document goes too.
   * @param {number} tab @param {any} one what the browser reports about the frame
   */
  async function originAround(tab, one) {
    const origin = originOf(one?.url);
    if (origin !== 'null' || one === undefined) return origin;
    return (await documentIn(tab, one.frameId))?.origin ?? 'null';
  }

  return {
    /**
     * @param {any} port a port whose sender the browser has identified
     * @returns {Frame | null} null if it is not a frame of a tab
     */
    add(port) {
      const { tab, frameId, documentId, origin, url } = port.sender ?? {};
      if (typeof tab?.id !== 'number' || typeof frameId !== 'number') return null;
      /** @type {Frame} */
      const frame = {
        port,
        tab: tab.id,
        frame: frameId,
        document: documentId ?? randomId(),
        documentIsTheBrowsers: documentId !== undefined,
        origin: typeof origin === 'string' ? origin : originOf(url),
        focus: null,
        focusedAt: 0,
        connected: true,
        around: null,
        permissionsPolicy: [],
      };
      frames.add(frame);
      return frame;
    },

    /** @param {Frame} frame */
    remove(frame) {
      frame.connected = false;
      frames.delete(frame);
    },

    /** @param {Frame} frame @param {Focus | null} focus */
    setFocus(frame, focus) {
      frame.focus = focus;
      if (focus !== null) {
        focusCount += 1;
        frame.focusedAt = focusCount;
      }
    },

    /**
     * Returns the frame of a tab that last had a focused field.
     * @param {number} tab
     * @returns {Frame | null}
     */
    focusedIn(tab) {
      let latest = null;
      for (const frame of frames) {
        if (frame.tab !== tab || frame.focus === null) continue;
        if (latest === null || frame.focusedAt > latest.focusedAt) latest = frame;
      }
      return latest;
    },

    /**
     * Describes the asking frame for the broker to judge.
     * @param {Frame} frame
     */
    async contextOf(frame) {
      const found = frame.frame === 0 ? [] : await look(frame);
      const context = {
        origin: frame.origin,
        topOrigin: frame.origin,
        ancestorOrigins: /** @type {string[]} */ ([]),
        tab: frame.tab,
        frame: frame.frame,
        document: frame.document,
      };
      if (frame.frame === 0) return context;
      const byId = new Map(found.map((one) => [one.frameId, one]));
      let parent = byId.get(frame.frame)?.parentFrameId;
      while (typeof parent === 'number' && parent >= 0 && context.ancestorOrigins.length < found.length) {
        context.ancestorOrigins.push(await originAround(frame.tab, byId.get(parent)));
        parent = byId.get(parent)?.parentFrameId;
      }
      // If the browser cannot name its parents, a frame is treated as one in another site's page.
      if (context.ancestorOrigins.length === 0) context.ancestorOrigins.push('null');
      context.topOrigin = context.ancestorOrigins[context.ancestorOrigins.length - 1];
      const others = context.ancestorOrigins.filter((origin) => origin !== context.origin);
      // The page in the tab, unless its origin is the frame's own and a different one is in between.
      frame.around = others.at(-1) ?? null;
      const isPermitted = frame.around !== null && frame.permissionsPolicy.length > 0;
      return isPermitted ? { ...context, permissionsPolicy: frame.permissionsPolicy } : context;
    },

    /**
     * Whether the frame still shows the document that asked.
     * @param {Frame} frame
     */
    async isUnchanged(frame) {
      if (frame.frame !== 0) await look(frame);
      if (!frame.connected) return false;
      const now = await webNavigation.getFrame({ tabId: frame.tab, frameId: frame.frame }).catch(() => null);
      if (!frame.connected || !now || now.errorOccurred) return false;
      return frame.documentIsTheBrowsers && now.documentId !== undefined
        ? now.documentId === frame.document
        : originOf(now.url) === frame.origin || frame.frame !== 0;
    },
  };
}
