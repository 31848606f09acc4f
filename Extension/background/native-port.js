// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The only connection to the native host. It opens when the worker starts, stays open, and reopens with back-off.
// An open port keeps the worker and the host alive, so that a focused field is answered immediately.

import { MAX_MESSAGE_BYTES, NATIVE_HOST, PROTOCOL, readHostMessage } from '../shared/messages.js';

const FIRST_DELAY_MILLISECONDS = 250;
const LONGEST_DELAY_MILLISECONDS = 30_000;
const MOST_QUEUED = 64;

/**
 * @typedef {'connecting' | 'ready' | 'notPaired' | 'hostMissing' | 'hostForbidden' | 'hostEnded' | 'brokerUnreachable'
 *   | 'versionMismatch' | 'protocolError'} ConnectionState
 */

/**
 * Replaces unpaired surrogates, which texts of pages may contain. To the host they are invalid JSON, which would end the conversation of
 * all tabs.
 * @param {string} json the output of `JSON.stringify`, which escapes unpaired surrogates and nothing else that begins like them
 */
function withoutHalves(json) {
  return json.replace(/\\(u[dD][89a-fA-F][\da-fA-F]{2}|.)/g, (escape, what) => (what.length > 1 ? '\ufffd' : escape));
}

/**
 * @param {string | undefined} message the browser's reason for the end of a port
 * @returns {ConnectionState}
 */
export function reasonOfEnd(message) {
  const words = (message ?? '').toLowerCase();
  if (words.includes('forbidden') || words.includes('permission')) return 'hostForbidden';
  if (words.includes('host not found') || words.includes('no such native application')) return 'hostMissing';
  return 'hostEnded';
}

/**
 * @param {object} environment
 * @param {(name: string) => any} environment.connectNative
 * @param {() => string | undefined} environment.lastError the browser's reason, readable while a port is closing
 * @param {(action: () => void, milliseconds: number) => any} environment.setTimer
 * @param {(timer: any) => void} environment.clearTimer
 * @param {() => number} environment.random from 0 to 1
 * @param {ReturnType<typeof import('./pairing.js').createPairing> | null} [environment.pairing] answers a broker's question which profile this is
 */
export function createNativePort({ connectNative, lastError, setTimer, clearTimer, random, pairing = null }) {
  /** @type {ConnectionState} */
  let state = 'connecting';
  /** @type {any} */
  let port = null;
  /** @type {any} */
  let timer = null;
  let failures = 0;
  /** Why the broker refuses this profile. */
  let refusal = '';
  /** Whether the broker has asked in this conversation which profile this is. */
  let isChallenged = false;
  /** Whether the broker serves a session for automated tests. */
  let isVirtual = false;
  /** @type {object[]} */
  let queue = [];
  /** @type {((message: any) => void)} */
  let onMessage = () => {};
  /** @type {((state: ConnectionState) => void)} */
  let onState = () => {};

  /** @param {ConnectionState} next */
  function enter(next) {
    state = next;
    onState(next);
  }

  /** @param {ConnectionState} reason */
  function ended(reason) {
    port = null;
    queue = [];
    isChallenged = false;
    isVirtual = false;
    pairing?.ended(reason);
    const longest = Math.min(LONGEST_DELAY_MILLISECONDS, FIRST_DELAY_MILLISECONDS * 2 ** failures);
    failures += 1;
    if (timer !== null) clearTimer(timer);
    timer = setTimer(connect, longest * (0.5 + random() / 2));
    enter(reason);
  }

  /** @param {any} closing @param {ConnectionState} reason */
  function end(closing, reason) {
    if (closing !== port) return;
    port = null;
    closing.disconnect();
    ended(reason);
  }

  /** @param {any} from @param {unknown} value */
  function received(from, value) {
    if (from !== port) return;
    const message = readHostMessage(value);
    if (message === null) return end(from, 'protocolError');
    if (message.type === 'unavailable') return end(from, 'brokerUnreachable');
    if (message.type === 'failure' && message.id === undefined) return end(from, 'protocolError');
    if (message.type === 'welcome') {
      if (message.protocol !== PROTOCOL) return end(from, 'versionMismatch');
      isVirtual = message.virtual;
      if (message.challenge === null || pairing === null) return admitted(from);
      isChallenged = true;
      pairing.prove(message.challenge).then(
        (proof) => from === port && state !== 'ready' && from.postMessage(proof),
        () => end(from, 'protocolError'),
      );
      return;
    }
    if (isChallenged && state !== 'ready') return receivedAtTheDoor(from, message);
    if (state !== 'ready') return end(from, 'protocolError');
    onMessage(message);
  }

  /** @param {any} from */
  function admitted(from) {
    failures = 0;
    const waiting = queue;
    queue = [];
    enter('ready');
    for (const one of waiting) from.postMessage(one);
  }

  /**
   * Handles the broker's messages to a profile that it has not admitted.
   * @param {any} from @param {any} message
   */
  function receivedAtTheDoor(from, message) {
    switch (message.type) {
      case 'paired':
        admitted(from);
        pairing?.ended('paired');
        break;
      case 'not-paired':
        failures = 0;
        queue = [];
        refusal = message.reason;
        enter('notPaired');
        pairing?.ended(message.reason);
        break;
      case 'pairing-nonce':
        void pairing?.nonce(message.nonce);
        break;
      default:
        end(from, 'protocolError');
    }
  }

  function connect() {
    if (timer !== null) clearTimer(timer);
    timer = null;
    if (port !== null) return;
    /** @type {any} */
    let opened;
    try {
      opened = connectNative(NATIVE_HOST);
    } catch (error) {
      ended(reasonOfEnd(error instanceof Error ? error.message : undefined));
      return;
    }
    port = opened;
    opened.onMessage.addListener((/** @type {unknown} */ value) => received(opened, value));
    opened.onDisconnect.addListener(() => {
      const reason = reasonOfEnd(opened.error?.message ?? lastError());
      if (opened === port) ended(reason);
    });
    // The last failure stays readable until the new attempt succeeds.
    if (failures === 0) enter('connecting');
  }

  return {
    connect,
    /** Tries immediately instead of waiting for the back-off. */
    tryNow() {
      if (port !== null) return;
      failures = 0;
      connect();
    },
    /** @returns {ConnectionState} */
    get state() {
      return state;
    },
    /** Whether the broker serves a session for automated tests, which asks the user nothing. */
    get isVirtual() {
      return isVirtual && state === 'ready';
    },
    /** Why the broker refuses this profile, while the state is `notPaired`. */
    get refusal() {
      return refusal;
    },
    /**
     * Pairs this profile, at the user's request in the popup.
     * @param {(digits: string) => void} showDigits called before Passfold's prompt appears
     * @returns {Promise<string>} `paired`, or the reason
     */
    pair(showDigits) {
      const from = port;
      if (from === null || pairing === null || state !== 'notPaired') return Promise.resolve(state === 'ready' ? 'paired' : state);
      return pairing.run((message) => from === port && from.postMessage(message), showDigits);
    },
    /** Ends a pairing from this side. */
    cancelPairing() {
      pairing?.cancel();
    },
    /** @param {(message: any) => void} listener @param {(state: ConnectionState) => void} stateListener */
    listen(listener, stateListener) {
      onMessage = listener;
      onState = stateListener;
    },
    /**
     * @param {object} message
     * @returns {boolean} false if it cannot be sent: there is no connection, this profile is not paired, too much is queued, or it is too
     *   large
     */
    send(message) {
      if (port === null) return false;
      const text = JSON.stringify(message);
      const whole = withoutHalves(text);
      if (new TextEncoder().encode(whole).length > MAX_MESSAGE_BYTES) return false;
      const sent = whole === text ? message : JSON.parse(whole);
      if (state === 'ready') {
        port.postMessage(sent);
        return true;
      }
      if (state === 'notPaired' || queue.length >= MOST_QUEUED) return false;
      queue.push(sent);
      return true;
    },
    /** Ends a conversation in which the host has sent an unexpected message. */
    breakOff() {
      if (port !== null) end(port, 'protocolError');
    },
  };
}
