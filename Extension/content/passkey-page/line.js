// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The line to the content script: one port, handed over with the first request, because most pages make none. A page can hand over its own
// port before that. It can send no more over it than over this one, and its own requests are then left to the browser.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const {
    addListener, apply, clearTimer, deleteOfMap, DOMException, freeze, getOfMap, getRandomValues, hasInMap, MessageChannel,
    postMessage, postToWindow, Promise, removeListener, setOfMap, setOnMessage, setPrototypeOf, setTimer, signalReason, TypeError, Uint8Array,
  } = page.builtIns;
  const { encode } = page.bytes;
  const { credentialOf } = page.credentials;

  const HAND_OVER = 'passfold-passkeys';
  // The wait has steps: while a page computes, only the current step elapses.
  const STEP_MILLISECONDS = 100;
  const READY_WITHIN_STEPS = 10;

  /** @type {Record<string, string>} */
  const MESSAGES = freeze({
    __proto__: null,
    AbortError: 'The operation was aborted.',
    ConstraintError: 'The authenticator cannot meet a requirement of the request.',
    InvalidStateError: 'A credential of this account is registered already.',
    NotAllowedError: 'The operation either timed out or was not allowed.',
    NotSupportedError: 'No requested kind of credential is supported.',
    SyntaxError: 'An extension input is not valid.',
    SecurityError: 'The relying party ID does not belong to this origin.',
  });

  /** @type {Map<string, (answer: any) => void>} */
  const open = new Map();
  /** @type {MessagePort | null} the port that the content script has taken */
  let port = null;
  /** @type {(() => void)[]} the calls that wait for the port */
  let waiting = setPrototypeOf([], null);
  /** @type {any} */
  let timer = null;

  /** @param {string} name */
  function exceptionOf(name) {
    if (name === 'TypeError') return new TypeError('The request is not valid.');
    const known = MESSAGES[name] ? name : 'NotAllowedError';
    return new DOMException(MESSAGES[known], known);
  }

  function handOver() {
    const { port1: ours, port2: theirs } = new MessageChannel();
    apply(setOnMessage, ours, [({ data }) => {
      if (data.outcome === 'ready') return ready(ours);
      const settle = apply(getOfMap, open, [data.id]);
      apply(deleteOfMap, open, [data.id]);
      settle?.(data);
    }]);
    postToWindow(HAND_OVER, self.origin, [theirs]);
  }

  /** @param {MessagePort | null} taken null if no content script has taken the port */
  function ready(taken) {
    port ??= taken;
    clearTimer(timer);
    timer = null;
    const all = waiting;
    waiting = setPrototypeOf([], null);
    for (let index = 0; index < all.length; index += 1) all[index]();
  }

  /** @param {number} steps the number of steps until the browser answers */
  function wait(steps) {
    timer = setTimer(() => (steps > 1 ? wait(steps - 1) : ready(null)), STEP_MILLISECONDS);
  }

  /**
   * Sends a request once the port is taken. Before that, a page can empty its document, which also removes every listener. If the port is
   * not taken, the browser answers, and the next request offers another port.
   * @param {any} message without its id @param {(answer: any) => void} settle
   * @returns {string} the request's id
   */
  function post(message, settle) {
    const id = encode(getRandomValues(new Uint8Array(16)));
    apply(setOfMap, open, [id, settle]);
    const go = () => {
      // The request may have been aborted while it waited.
      if (!apply(hasInMap, open, [id])) return;
      if (port !== null) return apply(postMessage, port, [{ ...message, id }]);
      apply(deleteOfMap, open, [id]);
      settle({ outcome: 'native' });
    };
    if (port !== null) go();
    else {
      waiting[waiting.length] = go;
      if (timer === null) {
        handOver();
        wait(READY_WITHIN_STEPS);
      }
    }
    return id;
  }

  /**
   * @param {'create' | 'get'} type
   * @param {{json: string, conditional: boolean, immediate: boolean, otherDevice: boolean, signal: any}} request
   * @param {() => Promise<any>} native
   * @returns {Promise<any>}
   */
  function ask(type, { json, conditional, immediate, otherDevice, signal }, native) {
    return new Promise((resolve, reject) => {
      let id = '';
      const abort = () => {
        apply(deleteOfMap, open, [id]);
        if (port !== null) apply(postMessage, port, [{ type: 'abort', id }]);
        reject(apply(signalReason, signal, []));
      };
      if (signal) apply(addListener, signal, ['abort', abort, { once: true }]);
      id = post({ type, options: json, conditional, immediate, otherDevice }, (answer) => {
        if (signal) apply(removeListener, signal, ['abort', abort]);
        if (answer.outcome === 'native') return resolve(native());
        if (answer.outcome !== 'response') return reject(exceptionOf(answer.exception));
        try {
          resolve(credentialOf(answer.response));
        } catch {
          reject(exceptionOf('NotAllowedError'));
        }
      });
    });
  }

  page.line = freeze({ __proto__: null, ask, exceptionOf, post });
})();
