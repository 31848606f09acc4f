// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The worker's wiring: which part hears what. Every part is made here, from the browser's functions and each other.

import { FRAME_PORT, HEALTH_PORT, POPUP_PORT, readFrameMessage } from '../shared/messages.js';
import { createBrowserKey } from './browser-key.js';
import { createConnection } from './connection.js';
import { createFills } from './fills.js';
import { createFrames } from './frames.js';
import { createHealth } from './health.js';
import { createNativePort } from './native-port.js';
import { createPairing } from './pairing.js';
import { createPasskeys } from './passkeys.js';
import { createPopupSession } from './popup-session.js';
import { createQuotas } from './quotas.js';
import { createRequests } from './requests.js';
import { createSuggestions } from './suggestions.js';
import { createSurface } from './surface.js';
import { createConnecting } from './tasks/connecting.js';
import { createHome } from './tasks/home.js';
import { createPasskeyTask } from './tasks/passkey.js';
import { createPick } from './tasks/pick.js';
import { createSetUp } from './tasks/set-up.js';

/**
 * @typedef {object} Surroundings what the worker takes from the world besides the browser
 * @property {(action: () => void, milliseconds: number) => any} setTimer
 * @property {(timer: any) => void} clearTimer
 * @property {() => number} random from 0 to 1
 * @property {() => number} now milliseconds since 1970
 * @property {any} [indexedDB] where the profile keeps its key
 */

/** @type {Surroundings} */
const REAL = {
  setTimer: (action, milliseconds) => setTimeout(action, milliseconds),
  clearTimer: (timer) => clearTimeout(timer),
  random: Math.random,
  now: Date.now,
  indexedDB: /** @type {any} */ (globalThis).indexedDB,
};

/**
 * @param {any} chrome the browser's extension functions
 * @param {Surroundings} [surroundings]
 */
export function start(chrome, surroundings = REAL) {
  const { setTimer, clearTimer, random, now, indexedDB } = surroundings;
  const timers = { setTimer, clearTimer };
  /** The tab in front of the person, in whatever kind of window. */
  const activeTab = async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    return tab === undefined || surface.isOwn(tab.windowId) ? null : tab.id;
  };
  /**
   * Whether a tab is the one that its window shows.
   * @param {number} id
   */
  const isShown = async (id) => (await chrome.tabs.get(id).catch(() => null))?.active === true;

  //                    native host
  //                         │
  //      pairing ── nativePort ── connection ── requests
  //                                  │
  //                               session ── popup, surface
  //                                  │
  //         home ── pick, set-up, connecting, passkey (the tasks)
  //                  │                           │
  //   frames, suggestions, fills         passkeys ── quotas
  //
  // Chromium names the extension to the host by its address, Firefox by its id.
  const address = chrome.runtime.getURL('');
  const caller = address.startsWith('chrome-extension:') ? address : chrome.runtime.id;
  const pairing = createPairing({ crypto: globalThis.crypto, key: createBrowserKey({ indexedDB, crypto: globalThis.crypto }), caller });
  const nativePort = createNativePort({
    pairing,
    connectNative: (name) => chrome.runtime.connectNative(name),
    lastError: () => chrome.runtime.lastError?.message,
    random,
    ...timers,
  });
  const connection = createConnection({ nativePort, ...timers });
  const requests = createRequests(nativePort);
  const frames = createFrames({ webNavigation: chrome.webNavigation, randomId: () => crypto.randomUUID() });
  const suggestions = createSuggestions({ requests, frames });
  const quotas = createQuotas({ now });
  const fills = createFills({ frames, ...timers });
  const surface = createSurface({
    action: chrome.action,
    windows: chrome.windows,
    tabs: chrome.tabs,
    page: chrome.runtime.getURL('popup/popup.html'),
    wait: (milliseconds) => new Promise((resolve) => setTimer(() => resolve(undefined), milliseconds)),
  });
  const session = createPopupSession({ requests, connection, surface });
  const passkeyTask = createPasskeyTask({ session });
  const passkeys = createPasskeys({ requests, passkeyTask, frames, connection, quotas, isShown, ...timers });
  const pick = createPick({ session, frames, suggestions, fills, answerConditional: passkeys.answerConditional });
  const setUp = createSetUp({ session, frames });
  const home = createHome({ session, requests, frames, suggestions, pick, activeTab });
  const connecting = createConnecting({ session, connection, surface });
  session.use({ home: home.start, connectBrowser: () => void connecting.start() });
  suggestions.usePendingPasskeys(passkeys.pendingOf);
  const health = createHealth({
    connection, requests, tabs: chrome.tabs, permissions: chrome.permissions, own: address, runtime: chrome.runtime, ...timers,
  });

  nativePort.listen(requests.receive, (state) => {
    if (state !== 'ready' && state !== 'connecting') requests.connectionEnded(state);
    connection.changed(state);
    passkeys.connectionChanged(state);
    session.connectionChanged(state);
  });

  /** @param {import('./frames.js').Frame} frame @param {unknown} value */
  function fromFrame(frame, value) {
    const message = readFrameMessage(value);
    if (message === null) return;
    switch (message.type) {
      case 'focus':
        frames.setFocus(frame, { request: message.request, field: message.field, suggestions: null });
        break;
      case 'open':
        frames.setFocus(frame, { request: message.request, field: message.field, suggestions: null });
        // Nobody can have clicked in a tab that is not in front.
        void isShown(frame.tab).then((isInFront) => isInFront && pick.start(frame));
        break;
      case 'blur':
        if (frame.focus?.request === message.request) frames.setFocus(frame, null);
        break;
      case 'set-up-link':
        setUp.start(frame, message.url);
        break;
      case 'filled':
        fills.filled(frame, { fill: message.fill, outcome: message.outcome });
        break;
      default:
        void passkeys.receive(frame, message);
    }
  }

  chrome.runtime.onConnect.addListener((/** @type {any} */ port) => {
    if (port.sender?.id !== chrome.runtime.id) return port.disconnect();
    if (port.name === POPUP_PORT && port.sender.url === chrome.runtime.getURL('popup/popup.html')) {
      return session.attach(port);
    }
    if (port.name === HEALTH_PORT && port.sender.url === chrome.runtime.getURL('health/health.html')) return health.attach(port);
    const frame = port.name === FRAME_PORT ? frames.add(port) : null;
    if (frame === null) return port.disconnect();
    port.onMessage.addListener((/** @type {unknown} */ value) => fromFrame(frame, value));
    port.onDisconnect.addListener(() => {
      frames.remove(frame);
      fills.frameGone(frame);
      passkeys.frameGone(frame);
      session.frameGone(frame);
    });
  });

  nativePort.connect();
}

if ('chrome' in globalThis) start(/** @type {any} */ (globalThis).chrome);
