// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Servers that ask for user name and password by HTTP (401), before there is a page. Only requests for the page of a tab count, over https
// or from this computer. Frames, pictures and scripts do not: the surrounding page could see that something fits. Proxies are never
// answered. Everything else is left to the browser's own dialog.

/** @typedef {{username: string, password: string}} Credentials */

/** The number of tries for one request; after that the browser asks. */
const MOST_TRIES = 3;
const TYPES = ['main_frame'];

/**
 * Returns the origin that asks, if it may ask.
 * @param {any} details the browser's description of the request
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
 * Describes the request for the broker to judge. There is no document yet: the credentials go to the origin whose server asks, whatever
 * the tab shows meanwhile. The document id is derived from the request, so that nothing else can use the tokens offered for it.
 * @param {{tabId: number, requestId: string}} request the browser's description of the request
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
  /** How often each request was given credentials. */
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
