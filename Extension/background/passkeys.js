// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Passkey requests of pages: a modal one goes to the popup; a conditional sign-in waits, without any dialog, until its
// suggestion is picked under the user-name field; a conditional creation is made without a question or not at all.

import { exceptionNameForPage } from '../shared/dom-exceptions.js';

const SHORTEST_MILLISECONDS = 300_000;
const LONGEST_MILLISECONDS = 600_000;

/** Failures after which the browser's own passkey function gets its turn. */
const LEFT_TO_THE_BROWSER = new Set([
  'userCanceled',
  'nothingToOffer',
  'connecting',
  'hostMissing',
  'hostForbidden',
  'hostEnded',
  'brokerUnreachable',
  'versionMismatch',
  'protocolError',
]);
const NO_HOST = new Set(['notPaired', 'hostMissing', 'hostForbidden', 'brokerUnreachable', 'versionMismatch']);

/** @typedef {import('./frames.js').Frame} Frame */

/** @param {unknown} timeout milliseconds, as the page asked */
export function ceremonyTime(timeout) {
  const asked = typeof timeout === 'number' && Number.isFinite(timeout) ? timeout : SHORTEST_MILLISECONDS;
  return Math.min(LONGEST_MILLISECONDS, Math.max(SHORTEST_MILLISECONDS, asked));
}

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('./requests.js').createRequests>} parts.requests
 * @param {ReturnType<typeof import('./popup-session.js').createPopupSession>} parts.session
 * @param {ReturnType<typeof import('./frames.js').createFrames>} parts.frames
 * @param {ReturnType<typeof import('./suggestions.js').createSuggestions>} parts.suggestions
 * @param {{readonly state: string, whenSettled(tryNow: boolean): Promise<string>}} parts.connection
 * @param {() => Promise<number | null>} parts.activeTab
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 */
export function createPasskeys({ requests, session, frames, suggestions, connection, activeTab, setTimer, clearTimer }) {
  /** @type {Map<Frame, {id: string, options: object}>} */
  const conditional = new Map();
  /** @type {Map<Frame, {id: string, cancel: () => void}>} */
  const modal = new Map();

  /** @param {Frame} frame @param {string} id @param {object} outcome */
  function answer(frame, id, outcome) {
    if (frame.connected) frame.port.postMessage({ type: 'passkey-answer', id, ...outcome });
  }

  /** @param {string} name */
  function exception(name) {
    return { outcome: 'exception', exception: exceptionNameForPage(name) };
  }

  const NATIVE = Object.freeze({ outcome: 'native' });

  /** @param {Frame} frame */
  async function contextIfAllowed(frame) {
    const context = await frames.contextOf(frame);
    // An extension cannot read the permissions policy of a cross-origin frame, so it keeps out; the browser's
    // own function can, and refuses where the policy says so.
    return context.ancestorOrigins.every((origin) => origin === context.origin) ? context : null;
  }

  /** @param {Frame} frame @param {any} message */
  async function askModal(frame, message) {
    if (session.hasPasskeyRequest(frame)) return exception('NotAllowedError');
    const [context, state, tab] = await Promise.all([
      contextIfAllowed(frame),
      connection.whenSettled(false),
      activeTab(),
    ]);
    if (context === null || state !== 'ready') return NATIVE;
    // A page in the background, or one that nobody touched, may not take the popup from another.
    if (tab !== frame.tab || (session.isBusyElsewhere(frame) && !message.gesture)) return exception('NotAllowedError');
    const type = message.type === 'passkey-create' ? 'create-passkey' : 'get-passkey';
    const result = session.passkey(frame, type, { context, options: message.options }, (cancel) => {
      modal.set(frame, { id: message.id, cancel });
    });
    let late = false;
    const timer = setTimer(() => {
      late = true;
      modal.get(frame)?.cancel();
    }, ceremonyTime(message.options.timeout));
    const final = await result;
    clearTimer(timer);
    modal.delete(frame);
    if (final.type !== 'failure') return { outcome: 'response', response: final.response };
    if (late) return exception('NotAllowedError');
    return LEFT_TO_THE_BROWSER.has(final.code) ? NATIVE : exception(final.exception ?? 'NotAllowedError');
  }

  /**
   * Where nothing was filled before, or nothing can be made without a question, the browser's own function gets its turn.
   * @param {Frame} frame @param {any} message
   */
  async function createConditionally(frame, message) {
    const [context, state] = await Promise.all([contextIfAllowed(frame), connection.whenSettled(false)]);
    if (context === null || state !== 'ready') return NATIVE;
    const request = requests.open('create-passkey', { context, options: message.options, mediation: 'conditional' });
    modal.set(frame, { id: message.id, cancel: request.cancel });
    const final = await request.answer;
    if (modal.get(frame)?.id === message.id) modal.delete(frame);
    if (final.type !== 'failure') return { outcome: 'response', response: final.response };
    return LEFT_TO_THE_BROWSER.has(final.code) ? NATIVE : exception(final.exception ?? 'NotAllowedError');
  }

  /**
   * A service learns that its word was heard, or that it spoke for another; never what providers did with it.
   * @param {Frame} frame @param {any} message
   */
  async function passOnSignal(frame, message) {
    const [context, state] = await Promise.all([contextIfAllowed(frame), connection.whenSettled(false)]);
    if (context === null || state !== 'ready') return NATIVE;
    const final = await requests.open('signal', { ...message.signal, context }).answer;
    if (final.type === 'failure' && final.exception === 'SecurityError') return exception('SecurityError');
    return final.type === 'failure' && final.code === 'badRequest' ? exception('TypeError') : NATIVE;
  }

  /** @param {Frame} frame @param {any} message */
  async function keepConditional(frame, message) {
    const old = conditional.get(frame);
    if (old !== undefined) answer(frame, old.id, exception('AbortError'));
    conditional.set(frame, { id: message.id, options: message.options });
    const context = await contextIfAllowed(frame);
    if (conditional.get(frame)?.id !== message.id) return;
    if (context === null || NO_HOST.has(connection.state)) {
      conditional.delete(frame);
      answer(frame, message.id, NATIVE);
    } else if (frame.focus?.field === 'username') {
      // The field had the focus before the page asked: its hint gets the passkeys now.
      frame.focus = { ...frame.focus, suggestions: null };
      void suggestions.refresh(frame, true);
    }
  }

  return {
    /** @param {Frame} frame @param {any} message a `passkey-…` message that `readFrameMessage` made */
    async receive(frame, message) {
      if (message.type === 'passkey-abort') {
        if (conditional.get(frame)?.id === message.id) conditional.delete(frame);
        if (modal.get(frame)?.id === message.id) modal.get(frame)?.cancel();
      } else if (message.type === 'passkey-signal') {
        answer(frame, message.id, await passOnSignal(frame, message));
      } else if (message.conditional && message.type === 'passkey-create') {
        answer(frame, message.id, await createConditionally(frame, message));
      } else if (message.conditional) {
        await keepConditional(frame, message);
      } else {
        answer(frame, message.id, await askModal(frame, message));
      }
    },

    /** @param {Frame} frame */
    pendingOf(frame) {
      return conditional.get(frame) ?? null;
    },

    /**
     * Resolves the conditional request that the response was made for.
     * @param {Frame} frame @param {string | null} id @param {object} response
     * @returns {boolean} false when the page has another request pending now, or none
     */
    answerConditional(frame, id, response) {
      if (id === null || conditional.get(frame)?.id !== id) return false;
      conditional.delete(frame);
      answer(frame, id, { outcome: 'response', response });
      return true;
    },

    /** @param {string} state */
    connectionChanged(state) {
      if (!NO_HOST.has(state)) return;
      for (const [frame, { id }] of [...conditional]) {
        conditional.delete(frame);
        answer(frame, id, NATIVE);
      }
    },

    /** @param {Frame} frame */
    frameGone(frame) {
      conditional.delete(frame);
      modal.get(frame)?.cancel();
    },
  };
}
