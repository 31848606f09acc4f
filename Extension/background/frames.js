// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The frames that have a port open: who each is (by the browser's word only), which field has the focus,
// and whether it is still the document it was.

/**
 * @typedef {object} Suggestions
 * @property {import('../shared/messages.js').Item[]} items
 * @property {import('../shared/messages.js').LockedProvider[]} locked
 * @property {boolean} canList
 * @property {string | null} passkey the id of the conditional request that rode along
 */
/**
 * @typedef {object} Focus
 * @property {number} request number that the content script gave this focus
 * @property {string} field
 * @property {string | null} rules what a field for a new password takes, in the language of `passwordrules`
 * @property {Suggestions | null} suggestions what was offered in the popup last
 */
/**
 * @typedef {object} Frame
 * @property {any} port
 * @property {number} tab
 * @property {number} frame
 * @property {string} document the browser's document id, or one made for the port where the browser has none
 * @property {boolean} documentIsTheBrowsers
 * @property {string} origin
 * @property {Focus | null} focus
 * @property {number} focusedAt counts up, the latest focus is the greatest
 * @property {boolean} connected
 * @property {string | null} around the origin of another page that the frame is in, once it is known
 * @property {string[]} permissionsPolicy features of WebAuthn that its permissions policy lets it use, as its content script said last
 */

/**
 * The origin of a URL, or "null" when the URL does not tell it.
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
 * @param {(tab: number, frame: number) => Promise<Frame | null>} environment.documentIn the document that a frame shows, as its port names it
 */
export function createFrames({ webNavigation, randomId, documentIn }) {
  /** @type {Set<Frame>} */
  const frames = new Set();
  let focusCount = 0;

  /**
   * What the browser says of a frame and those around it. A page that was prepared before anybody saw it gets another
   * number when it is shown; its document keeps its name.
   * @param {Frame} frame
   */
  async function look(frame) {
    const found = (await webNavigation.getAllFrames({ tabId: frame.tab }).catch(() => null)) ?? [];
    const own = frame.documentIsTheBrowsers ? found.find((one) => one.documentId === frame.document) : undefined;
    if (own !== undefined) frame.frame = own.frameId;
    return found;
  }

  /**
   * The origin of a document around another. Its address tells it; of a document without one (`about:blank`, `srcdoc`), its own port does.
   * The document inside keeps it in its place: when it goes, that one goes with it.
   * @param {number} tab @param {any} one what the browser says of the frame
   */
  async function originAround(tab, one) {
    const origin = originOf(one?.url);
    if (origin !== 'null' || one === undefined) return origin;
    return (await documentIn(tab, one.frameId))?.origin ?? 'null';
  }

  return {
    /**
     * @param {any} port a port whose sender the browser vouches for
     * @returns {Frame | null} null when it is no frame of a tab
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
     * The frame of a tab whose field had the focus last.
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
     * Who asks, for the broker to judge.
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
      // A frame whose parents the browser cannot name counts as one in a stranger's page.
      if (context.ancestorOrigins.length === 0) context.ancestorOrigins.push('null');
      context.topOrigin = context.ancestorOrigins[context.ancestorOrigins.length - 1];
      const others = context.ancestorOrigins.filter((origin) => origin !== context.origin);
      // The page in the tab, unless it is the frame's own and another's stands between.
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
