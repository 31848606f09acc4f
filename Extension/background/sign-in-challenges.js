// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Servers that ask for user name and password by HTTP (401), before there is a page. Only what a tab is about to show counts, over https
// or from this computer. Frames, pictures and scripts do not: the page around them could see that something fits. What a proxy asks for is
// never answered. What is not answered here is the browser's own dialog's.

/** @typedef {{username: string, password: string}} Credentials */

/** Tries of one request; then the browser asks. */
const MOST_TRIES = 3;
const TYPES = ['main_frame'];

/**
 * The origin that asks, where it may ask.
 * @param {any} details the browser's word about the request
 * @returns {string | null}
 */
export function askingOrigin({ isProxy, type, url, tabId }) {
  if (isProxy !== false || !TYPES.includes(type) || !(tabId >= 0)) return null;
  try {
    const { protocol, hostname, origin } = new URL(url);
    const isOfThisComputer = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]';
    return protocol === 'https:' || (protocol === 'http:' && isOfThisComputer) ? origin : null;
  } catch {
    return null;
  }
}

/**
 * Who asks, for the broker to judge. There is no document yet: what is released goes to the origin whose server asks, whatever the tab
 * shows meanwhile. The document's name is the request's, so that nothing else can spend what is offered for it.
 * @param {{tabId: number, requestId: string}} request the browser's word
 * @param {string} origin
 */
function contextOf({ tabId, requestId }, origin) {
  return { origin, topOrigin: origin, ancestorOrigins: [], tab: tabId, frame: 0, document: `http-${requestId}` };
}

/**
 * @param {object} parts
 * @param {any} parts.webRequest
 * @param {ReturnType<typeof import('./tasks/sign-in-challenge.js').createSignInChallenge>} parts.task
 * @param {{state: string, whenSettled(tryNow: boolean): Promise<string>}} parts.connection
 * @param {(tab: number) => Promise<boolean>} parts.isShown
 */
export function createSignInChallenges({ webRequest, task, connection, isShown }) {
  /** How often a request was given credentials. */
  /** @type {Map<string, number>} */
  const tries = new Map();

  /** @param {any} details @returns {Promise<Credentials | null>} */
  async function answer(details) {
    const origin = askingOrigin(details);
    const count = tries.get(details.requestId) ?? 0;
    if (origin === null || count >= MOST_TRIES || !(await isShown(details.tabId))) return null;
    if ((await connection.whenSettled(false)) !== 'ready') return null;
    const context = contextOf(details, origin);
    const credentials = await task.ask({ id: details.requestId, tab: details.tabId, origin, context, wasRefused: count > 0 });
    if (credentials !== null) tries.set(details.requestId, count + 1);
    return credentials;
  }

  /** @param {any} details */
  function ended({ requestId }) {
    tries.delete(requestId);
    task.requestEnded(requestId);
  }

  const filter = { urls: ['<all_urls>'], types: TYPES };
  /** @param {any} details @param {(answer: object) => void} respond */
  function challenged(details, respond) {
    answer(details).catch(() => null).then((credentials) => respond(credentials === null ? {} : { authCredentials: credentials }));
  }

  return {
    listen() {
      webRequest.onAuthRequired.addListener(challenged, filter, ['asyncBlocking']);
      webRequest.onCompleted.addListener(ended, filter);
      webRequest.onErrorOccurred.addListener(ended, filter);
    },

    stop() {
      webRequest.onAuthRequired.removeListener(challenged);
      webRequest.onCompleted.removeListener(ended);
      webRequest.onErrorOccurred.removeListener(ended);
    },
  };
}
