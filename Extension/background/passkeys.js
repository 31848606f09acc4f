// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Passkey requests of pages. A modal request goes to the popup. A conditional sign-in waits, without any dialog, until its suggestion is
// picked in the popup of the user-name field. A conditional creation succeeds without a question or not at all.

import { exceptionNameForPage } from '../shared/dom-exceptions.js';

/** The minimum that Chromium gives a user, regardless of the page's timeout. */
const SHORTEST_MILLISECONDS = 180_000;
/** The default and the maximum that WebAuthn Level 3 §15.1 recommends. */
const USUAL_MILLISECONDS = 300_000;
const LONGEST_MILLISECONDS = 600_000;
/** 16 KiB in base64url, the longest challenge that the broker accepts. The web platform tests call 8 KiB absurdly large. */
const LONGEST_CHALLENGE = 21_846;

/** Failures after which the browser's own passkey function takes over. */
const LEFT_TO_THE_BROWSER = new Set([
  'otherDevice',
  'nothingToOffer',
  'busy',
  'connecting',
  'hostMissing',
  'hostForbidden',
  'hostEnded',
  'brokerUnreachable',
  'versionMismatch',
  'protocolError',
]);
/** The feature of the permissions policy that a request needs (WebAuthn Level 3 §5.10). */
/** @type {Record<string, string | undefined>} */
const FEATURES = {
  'passkey-create': 'publickey-credentials-create',
  'passkey-get': 'publickey-credentials-get',
  'passkey-available': 'publickey-credentials-get',
};
const NO_HOST = new Set(['notPaired', 'hostMissing', 'hostForbidden', 'brokerUnreachable', 'versionMismatch']);

/** @typedef {import('./frames.js').Frame} Frame */
/**
 * @typedef {object} Asked
 * @property {boolean} isCreatedSilently whether it is a conditional creation
 * @property {boolean} isModal whether the user is asked in the popup, which takes one request of a frame at a time
 * @property {boolean} isCanceled
 * @property {() => void} cancel
 */

/** @param {unknown} timeout the page's timeout in milliseconds */
export function ceremonyTime(timeout) {
  const asked = typeof timeout === 'number' && Number.isFinite(timeout) ? timeout : USUAL_MILLISECONDS;
  return Math.min(LONGEST_MILLISECONDS, Math.max(SHORTEST_MILLISECONDS, asked));
}

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('./requests.js').createRequests>} parts.requests
 * @param {import('./tasks/passkey.js').PasskeyTask} parts.passkeyTask
 * @param {ReturnType<typeof import('./frames.js').createFrames>} parts.frames
 * @param {{readonly state: string, readonly isVirtual: boolean, whenSettled(tryNow: boolean): Promise<string>}} parts.connection
 * @param {ReturnType<typeof import('./quotas.js').createQuotas>} parts.quotas
 * @param {{isThere(): Promise<boolean>}} parts.ability whether passkeys can be created here
 * @param {(tab: number) => Promise<boolean>} parts.isShown
 * @param {() => Promise<boolean>} parts.mayCreateUnasked whether the user allows passkeys to be created without a question
 * @param {(frame: Frame, options: object) => void} parts.createdUnasked called for each passkey created that way
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 */
export function createPasskeys({
  requests, passkeyTask, frames, connection, quotas, ability, isShown, mayCreateUnasked, createdUnasked, setTimer, clearTimer,
}) {
  /** @type {Map<Frame, {id: string, options: object}>} */
  const conditional = new Map();
  /** The open requests of each frame, by the page's id. */
  /** @type {Map<Frame, Map<string, Asked>>} */
  const open = new Map();

  /** @param {Frame} frame @param {string} id @param {object} outcome */
  function answer(frame, id, outcome) {
    if (frame.connected) frame.port.postMessage({ type: 'passkey-answer', id, ...outcome });
  }

  /** @param {string} name */
  function exception(name) {
    return { outcome: 'exception', exception: exceptionNameForPage(name) };
  }

  const NATIVE = Object.freeze({ outcome: 'native' });

  /**
   * Returns the context of the request, or null if the browser must decide. The browser refuses what the permissions policy forbids. A
   * frame inside another origin's page is served only if the policy is known to allow it.
   * @param {Frame} frame @param {any} message
   */
  async function contextIfAllowed(frame, message) {
    const feature = FEATURES[message.type];
    if (message.policy !== null && feature !== undefined && !message.policy.includes(feature)) return null;
    const context = await frames.contextOf(frame);
    // An enclosing document with an opaque origin cannot be named.
    if (context.ancestorOrigins.includes('null')) return null;
    const isPermitted = message.policy !== null && feature !== undefined && !(message.conditional && message.type === 'passkey-create');
    return frame.around === null || isPermitted ? context : null;
  }

  /** @param {Asked} asked @param {() => void} cancel */
  function cancelBy(asked, cancel) {
    asked.cancel = cancel;
    if (asked.isCanceled) cancel();
  }

  /** @param {any} failure */
  function outcomeOf(failure) {
    return LEFT_TO_THE_BROWSER.has(failure.code) ? NATIVE : exception(failure.exception ?? 'NotAllowedError');
  }

  /**
   * Whether the frame has an earlier request that still waits for the user; requests that the page has cancelled do not count.
   * @param {Frame} frame @param {Asked} asked
   */
  function isAfterAnother(frame, asked) {
    const all = [...(open.get(frame)?.values() ?? [])];
    return all.slice(0, all.indexOf(asked)).some((one) => one.isModal && !one.isCanceled);
  }

  /** @param {Frame} frame @param {any} message @param {Asked} asked */
  async function askModal(frame, message, asked) {
    await connection.whenSettled(false);
    if (connection.isVirtual) return askVirtually(frame, message, asked);
    // A request without a user gesture may not open the popup, and Passfold has no security keys or phones. The browser has its own rules
    // and dialogs for them.
    if (!asked.isModal) return NATIVE;
    if (isAfterAnother(frame, asked)) return exception('NotAllowedError');
    const [context, state, isInFront] = await Promise.all([
      contextIfAllowed(frame, message),
      connection.whenSettled(false),
      isShown(frame.tab),
    ]);
    if (context === null || state !== 'ready' || !isInFront || asked.isCanceled) return NATIVE;
    const type = message.type === 'passkey-create' ? 'create-passkey' : 'get-passkey';
    const members = { context, options: message.options, ...(message.immediate ? { uiMode: 'immediate' } : {}) };
    const result = passkeyTask.start(frame, type, members, (cancel) => cancelBy(asked, cancel));
    let late = false;
    const timer = setTimer(() => {
      late = true;
      asked.cancel();
    }, ceremonyTime(message.options.timeout));
    const final = await result;
    clearTimer(timer);
    if (final.type !== 'failure') return { outcome: 'response', response: final.response };
    return late ? exception('NotAllowedError') : outcomeOf(final);
  }

  /**
   * In a session for automated tests, a virtual authenticator answers without asking the user.
   * @param {Frame} frame @param {any} message @param {Asked} asked
   */
  async function askVirtually(frame, message, asked) {
    const context = await contextIfAllowed(frame, message);
    if (context === null || asked.isCanceled) return NATIVE;
    // §5.1.3 step 2: a frame of another origin needs a user gesture to create a passkey.
    const isCrossOrigin = context.ancestorOrigins.some((/** @type {string} */ origin) => origin !== context.origin);
    if (message.type === 'passkey-create' && isCrossOrigin && !message.gesture) return exception('NotAllowedError');
    const request = requests.open(message.type === 'passkey-create' ? 'create-passkey' : 'get-passkey', {
      context, options: message.options, ...(message.conditional ? { mediation: 'conditional' } : {}),
    });
    cancelBy(asked, request.cancel);
    const final = await request.answer;
    return final.type === 'failure' ? outcomeOf(final) : { outcome: 'response', response: final.response };
  }

  /**
   * Creates a passkey without a question, or leaves the request to the browser's own function, for example if nothing was filled before.
   * The page does not learn why nothing was created: the reason would reveal, without the user's consent, that a passkey exists.
   * @param {Frame} frame @param {any} message @param {Asked} asked
   */
  async function createConditionally(frame, message, asked) {
    const [context, state, isAllowed] = await Promise.all([contextIfAllowed(frame, message), connection.whenSettled(false), mayCreateUnasked()]);
    if (connection.isVirtual) return askVirtually(frame, message, asked);
    if (context === null || state !== 'ready' || !isAllowed || asked.isCanceled) return NATIVE;
    const request = requests.open('create-passkey', { context, options: message.options, mediation: 'conditional' });
    cancelBy(asked, request.cancel);
    const final = await request.answer;
    // The broker has created a passkey, even if the answer is too long for the page.
    if (final.type !== 'failure' || final.code === 'answerTooLong') createdUnasked(frame, message.options);
    if (final.type === 'failure') return NATIVE;
    return { outcome: 'response', response: final.response };
  }

  /**
   * Passes on a signal. The service learns only that the signal was received, was malformed, or spoke for another service; never what
   * providers did with it.
   * @param {Frame} frame @param {any} message
   */
  async function passOnSignal(frame, message) {
    const [context, state] = await Promise.all([contextIfAllowed(frame, message), connection.whenSettled(false)]);
    if (context === null || state !== 'ready') return NATIVE;
    const final = await requests.open('signal', { ...message.signal, context }).answer;
    if (final.type === 'failure' && final.exception === 'SecurityError') return exception('SecurityError');
    return final.type === 'failure' && final.code === 'badRequest' ? exception('TypeError') : NATIVE;
  }

  /**
   * Runs a page's request within the quotas; beyond them the browser's own function takes over.
   * @param {Frame} frame @param {any} message
   * @param {(frame: Frame, message: any, asked: Asked) => Promise<object>} ask
   */
  async function askFor(frame, message, ask) {
    const asks = open.get(frame) ?? new Map();
    const isCreatedSilently = message.type === 'passkey-create' && message.conditional;
    const isOneTooMany = asks.has(message.id) || (isCreatedSilently && [...asks.values()].some((one) => one.isCreatedSilently));
    // Tests are not limited: they disturb no user.
    const release = isOneTooMany ? null : connection.isVirtual ? () => {} : quotas.take(frame);
    if (release === null) return answer(frame, message.id, NATIVE);
    /** @type {Asked} */
    const asked = { isCreatedSilently, isModal: ask === askModal && message.gesture && !message.otherDevice, isCanceled: false, cancel() {} };
    open.set(frame, asks.set(message.id, asked));
    try {
      answer(frame, message.id, await ask(frame, message, asked));
    } finally {
      release();
      asks.delete(message.id);
      if (asks.size === 0) open.delete(frame);
    }
  }

  /** @param {Asked | undefined} asked */
  function cancel(asked) {
    if (asked === undefined) return;
    asked.isCanceled = true;
    asked.cancel();
  }

  /** @param {Frame} frame @param {any} message */
  async function keepConditional(frame, message) {
    if (message.options.challenge?.length > LONGEST_CHALLENGE) return answer(frame, message.id, exception('NotAllowedError'));
    const old = conditional.get(frame);
    if (old !== undefined) answer(frame, old.id, exception('AbortError'));
    conditional.set(frame, { id: message.id, options: message.options });
    const context = await contextIfAllowed(frame, message);
    if (conditional.get(frame)?.id !== message.id) return;
    if (context === null || NO_HOST.has(connection.state)) {
      conditional.delete(frame);
      answer(frame, message.id, NATIVE);
    } else if (connection.isVirtual) {
      // A passkey of a virtual authenticator is picked immediately; without one, the page keeps waiting.
      const final = await requests.open('get-passkey', { context, options: message.options }).answer;
      if (final.type !== 'failure') answerConditional(frame, message.id, final.response);
    }
  }

  /**
   * Resolves the conditional request that the response was made for.
   * @param {Frame} frame @param {string | null} id @param {object} response
   * @returns {boolean} false if the page now has another pending request, or none
   */
  function answerConditional(frame, id, response) {
    if (id === null || conditional.get(frame)?.id !== id) return false;
    conditional.delete(frame);
    answer(frame, id, { outcome: 'response', response });
    return true;
  }

  return {
    /** @param {Frame} frame @param {any} message a `passkey-…` message from `readFrameMessage` */
    async receive(frame, message) {
      if (message.policy) frame.permissionsPolicy = message.policy;
      if (message.type === 'passkey-abort') {
        if (conditional.get(frame)?.id === message.id) conditional.delete(frame);
        cancel(open.get(frame)?.get(message.id));
      } else if (message.type === 'passkey-available') {
        const isAble = (await contextIfAllowed(frame, message)) !== null && (await ability.isThere());
        answer(frame, message.id, isAble ? { outcome: 'available' } : NATIVE);
      } else if (message.type === 'passkey-signal') {
        await askFor(frame, message, passOnSignal);
      } else if (message.conditional && message.type === 'passkey-create') {
        await askFor(frame, message, createConditionally);
      } else if (message.conditional) {
        await keepConditional(frame, message);
      } else {
        await askFor(frame, message, askModal);
      }
    },

    /** @param {Frame} frame */
    pendingOf(frame) {
      return conditional.get(frame) ?? null;
    },

    answerConditional,

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
      for (const asked of open.get(frame)?.values() ?? []) cancel(asked);
    },
  };
}
