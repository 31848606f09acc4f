// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The worker's wiring: creates every part from the browser's functions and the other parts, and routes events to them.

import { FRAME_PORT, HEALTH_PORT, POPUP_PORT, readFrameMessage } from '../shared/messages.js';
import { createBadge } from './badge.js';
import { createBrowserKey } from './browser-key.js';
import { createClipboard, ownBoard } from './clipboard.js';
import { createConnection } from './connection.js';
import { createEntryCount } from './entry-count.js';
import { createFieldScripts } from './field-scripts.js';
import { createFilledLogins } from './filled-logins.js';
import { createFills } from './fills.js';
import { createFits } from './fits.js';
import { createFrames } from './frames.js';
import { createHealth } from './health.js';
import { createKeeping } from './keeping/keeping.js';
import { createNeverHere } from './keeping/never-here.js';
import { createMenus } from './menus.js';
import { createNativePort } from './native-port.js';
import { CLIPBOARD_PAGE, CLIPBOARD_PORT, createOffscreenBoard } from './offscreen-board.js';
import { createPageFields } from './page-fields.js';
import { createPagePicture } from './page-picture.js';
import { createPairing } from './pairing.js';
import { createPasskeyAbility } from './passkey-ability.js';
import { createPasskeys } from './passkeys.js';
import { createPopupSession } from './popup-session.js';
import { createQuotas } from './quotas.js';
import { createRequests } from './requests.js';
import { createSettings } from './settings.js';
import { listenToShortcuts } from './shortcuts.js';
import { createSignInChallenges } from './sign-in-challenges.js';
import { createSuggestions } from './suggestions.js';
import { createSurface } from './surface.js';
import { createCodeAfterPassword } from './tasks/code-after-password.js';
import { createConnecting } from './tasks/connecting.js';
import { createHome } from './tasks/home.js';
import { createKeepPassword } from './tasks/keep-password.js';
import { createMadePasskey } from './tasks/made-passkey.js';
import { createNewPassword } from './tasks/new-password.js';
import { createPasskeyTask } from './tasks/passkey.js';
import { createPick } from './tasks/pick.js';
import { createSignInChallenge } from './tasks/sign-in-challenge.js';
import { createSetUp } from './tasks/set-up.js';
import { createVaultRequests } from './vault-requests.js';

/**
 * @typedef {object} Surroundings the worker's dependencies besides the browser
 * @property {(action: () => void, milliseconds: number) => any} setTimer
 * @property {(timer: any) => void} clearTimer
 * @property {() => number} random from 0 to 1
 * @property {() => number} now milliseconds since 1970
 * @property {any} [indexedDB] where the profile stores its key
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
  /** Returns the active tab of the last focused window of any kind; null if that window stands in for the popup. */
  const activeTab = async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    return tab === undefined || surface.isOwn(tab.windowId) ? null : tab.id;
  };
  /**
   * Whether a tab is its window's active tab.
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
  //   home depends on: fits, page-fields, vault, clipboard
  //
  // Chromium identifies the extension to the host by its URL, Firefox by its id.
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
  const fieldScripts = createFieldScripts({ scripting: chrome.scripting, tabs: chrome.tabs, runtime: chrome.runtime });
  const pageFields = createPageFields({ fieldScripts, webNavigation: chrome.webNavigation, ...timers });
  const frames = createFrames({
    webNavigation: chrome.webNavigation, randomId: () => crypto.randomUUID(), documentIn: pageFields.documentIn,
  });
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
  const settings = createSettings({ storage: chrome.storage });
  const badge = createBadge({ action: chrome.action });
  const madePasskey = createMadePasskey({ session, badge, activeTab, goHome: () => home.start() });
  const passkeys = createPasskeys({
    requests, passkeyTask, frames, connection, quotas, isShown, ability: createPasskeyAbility({ requests, connection, ...timers }),
    mayCreateUnasked: () => settings.isOn('automaticPasskeys'), createdUnasked: madePasskey.made, ...timers,
  });
  const logins = createFilledLogins({ now });
  const pick = createPick({ session, frames, suggestions, fills, logins, answerConditional: passkeys.answerConditional });
  const codeAfterPassword = createCodeAfterPassword({ session, logins, suggestions, pick, isShown });
  const setUp = createSetUp({ session, frames, pageFields, pagePicture: createPagePicture({ tabs: chrome.tabs }) });
  const offscreenBoard = chrome.offscreen === undefined ? null : createOffscreenBoard({ offscreen: chrome.offscreen, ...timers });
  const board = offscreenBoard ?? ownBoard(globalThis.navigator?.clipboard);
  const home = createHome({
    session, requests, pick, activeTab,
    fits: createFits({ pageFields, suggestions, frames }),
    vault: createVaultRequests({ requests }),
    clipboard: createClipboard({ board, crypto: globalThis.crypto, ...timers }),
    readPageCode: setUp.readPage,
    storage: chrome.storage?.local,
    openTab: (url) => void chrome.tabs.create({ url: /^https:/i.test(url) ? url : chrome.runtime.getURL(url) }),
    time: { ...timers, now },
  });
  const connecting = createConnecting({ session, connection, surface });
  // Passwords that the user types, and generated ones.
  const randomId = () => crypto.randomUUID();
  const neverHere = createNeverHere({ storage: chrome.storage.local });
  const keepPassword = createKeepPassword({ session, requests, connection, badge, neverHere, isShown, now, goHome: madePasskey.next, setTimer });
  const keeping = createKeeping({ frames, fieldScripts, neverHere, offer: (one) => void keepPassword.offer(one), randomId, now, ...timers });
  const newPassword = createNewPassword({ session, requests, frames, fills, keeping, randomId });
  /** @param {import('./frames.js').Frame} frame its focused field is the one that was used */
  const startFor = (frame) => (frame.focus?.field === 'new-password' ? newPassword : pick).start(frame);
  session.use({ home: keepPassword.next, connectBrowser: () => void connecting.start() });
  suggestions.usePendingPasskeys(passkeys.pendingOf);
  const health = createHealth({
    connection, requests, fieldScripts, tabs: chrome.tabs, permissions: chrome.permissions, own: address, runtime: chrome.runtime, ...timers,
  });

  // The other ways to the popup.
  const openPopup = (/** @type {number} */ tab) => void surface.open(tab, () => session.popupIsOpen);
  const menus = createMenus({
    contextMenus: chrome.contextMenus, fieldScripts, frames, startFor, openPopup,
    others: [{ id: 'read-page-code', contexts: ['page', 'image'], field: null, run: setUp.readPage }], ...timers,
  });
  const entryCount = createEntryCount({
    settings, badge, requests, connection, tabs: chrome.tabs, webNavigation: chrome.webNavigation, activeTab, now, ...timers,
  });
  const challengeTask = createSignInChallenge({ session, requests });
  const challenges = createSignInChallenges({ webRequest: chrome.webRequest, task: challengeTask, connection, isShown });
  const followChallenges = async () => ((await settings.isOn('httpSignIns')) ? challenges.listen() : challenges.stop());
  settings.watch('httpSignIns', () => void followChallenges());
  void followChallenges();
  listenToShortcuts({ commands: chrome.commands, frames, start: startFor, activeTab, openPopup });

  nativePort.listen(requests.receive, (state) => {
    if (state !== 'ready' && state !== 'connecting') requests.connectionEnded(state);
    connection.changed(state);
    passkeys.connectionChanged(state);
    session.connectionChanged(state);
    entryCount.connectionChanged(state);
  });

  /** @param {import('./frames.js').Frame} frame @param {unknown} value */
  function fromFrame(frame, value) {
    const message = readFrameMessage(value);
    if (message === null) return;
    switch (message.type) {
      case 'focus':
        frames.setFocus(frame, { request: message.request, field: message.field, rules: message.rules ?? null, suggestions: null });
        void codeAfterPassword.focused(frame);
        break;
      case 'open':
        frames.setFocus(frame, { request: message.request, field: message.field, rules: message.rules ?? null, suggestions: null });
        // The user cannot have clicked in a tab that is not shown.
        void isShown(frame.tab).then((isInFront) => isInFront && startFor(frame));
        break;
      case 'blur':
        if (frame.focus?.request === message.request) frames.setFocus(frame, null);
        break;
      case 'user-name':
        keeping.named(frame, { user: message.user });
        break;
      case 'submitted':
        void keeping.submitted(frame, /** @type {any} */ (message));
        break;
      case 'form-gone':
        keeping.formGone(frame, /** @type {any} */ (message));
        break;
      case 'form-state':
        keeping.formState(frame, /** @type {any} */ (message));
        break;
      case 'fields':
        pageFields.found(frame, { look: message.look, fields: message.fields });
        break;
      case 'clicked':
        menus.clicked(frame, /** @type {any} */ (message));
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

  chrome.tabs.onRemoved.addListener((/** @type {number} */ tab) => {
    logins.tabGone(tab);
    keeping.tabGone(tab);
    keepPassword.tabGone(tab);
    badge.tabGone(tab);
  });
  chrome.webNavigation.onCompleted.addListener(keeping.navigated);

  chrome.runtime.onConnect.addListener((/** @type {any} */ port) => {
    if (port.sender?.id !== chrome.runtime.id) return port.disconnect();
    if (port.name === POPUP_PORT && port.sender.url === chrome.runtime.getURL('popup/popup.html')) {
      return session.attach(port);
    }
    if (port.name === CLIPBOARD_PORT && port.sender.url === chrome.runtime.getURL(CLIPBOARD_PAGE)) return offscreenBoard?.attach(port);
    if (port.name === HEALTH_PORT && port.sender.url === chrome.runtime.getURL('health/health.html')) return health.attach(port);
    const frame = port.name === FRAME_PORT ? frames.add(port) : null;
    if (frame === null) return port.disconnect();
    port.onMessage.addListener((/** @type {unknown} */ value) => fromFrame(frame, value));
    port.onDisconnect.addListener(() => {
      frames.remove(frame);
      fills.frameGone(frame);
      passkeys.frameGone(frame);
      keeping.frameGone(frame);
      session.frameGone(frame);
    });
  });

  nativePort.connect();
}

if ('chrome' in globalThis) start(/** @type {any} */ (globalThis).chrome);
