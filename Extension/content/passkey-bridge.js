// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Transfers passkey requests between the page's world and the worker. The page's end is one MessagePort that `passkey-page/line.js` hands
// over with its first request; only the first hand-over counts. The page itself may send messages over it.

globalThis.PassfoldPasskeyBridge ??= (() => {
  const HAND_OVER = 'passfold-passkeys';
  const TYPES = new Set(['create', 'get', 'signal', 'available']);
  const FEATURES = ['publickey-credentials-create', 'publickey-credentials-get'];

  /** Returns the features that the frame's permissions policy allows (WebAuthn Level 3 §5.10); null if the browser does not report it. */
  function permitted() {
    // Read in this world, where the page cannot alter it, and not from the document's own property, because an element of that name takes
    // its place. Firefox has no such property.
    const policy = Object.getOwnPropertyDescriptor(Document.prototype, 'featurePolicy')?.get?.call(document);
    return policy === undefined ? null : FEATURES.filter((name) => policy.allowsFeature(name));
  }

  /**
   * @param {(message: object) => void} send to the worker
   * @returns the functions that the frame's wiring calls
   */
  function create(send) {
    /** @type {MessagePort | null} */
    let page = null;
    /** The requests that the page waits for, by id. */
    /** @type {Map<string, any>} */
    const open = new Map();

    /** @param {any} data untrusted: the page may have written it */
    function fromPage(data) {
      if (typeof data !== 'object' || data === null || typeof data.id !== 'string' || data.id.length > 64) return;
      if (data.type === 'abort') {
        if (open.delete(data.id)) send({ type: 'passkey-abort', id: data.id });
        return;
      }
      if (!TYPES.has(data.type)) return;
      /** @type {unknown} */
      let options = null;
      try {
        options = JSON.parse(data.options);
      } catch {
        // Falls through to the check below.
      }
      if (typeof options !== 'object' || options === null) return tell(data.id, { outcome: 'native' });
      const message = {
        type: `passkey-${data.type}`,
        id: data.id,
        options,
        conditional: data.conditional === true,
        immediate: data.immediate === true,
        policy: permitted(),
        otherDevice: data.otherDevice === true,
        gesture: navigator.userActivation?.isActive === true,
      };
      open.set(data.id, message);
      send(message);
    }

    /** @param {string} id @param {object} outcome */
    function tell(id, outcome) {
      page?.postMessage({ id, ...outcome });
    }

    return {
      /** Takes the page's port. @param {MessageEvent} event any message to the window */
      handedOver(event) {
        if (event.data !== HAND_OVER || event.source !== window || event.ports.length !== 1) return;
        event.stopImmediatePropagation();
        if (page !== null) return;
        [page] = event.ports;
        page.onmessage = ({ data }) => fromPage(data);
        page.postMessage({ outcome: 'ready' });
      },

      answer({ id, outcome, response, exception }) {
        if (!open.delete(id)) return;
        tell(id, {
          outcome,
          ...(outcome === 'response' ? { response: JSON.stringify(response) } : {}),
          ...(outcome === 'exception' ? { exception } : {}),
        });
      },

      /** Without a worker, no request is answered: the browser's own function takes over. */
      disconnected() {
        for (const id of open.keys()) tell(id, { outcome: 'native' });
        open.clear();
      },

      /** Handles a page that was left and is shown again. Requests that waited without a dialog continue; the others have ended. */
      resume() {
        for (const [id, message] of [...open]) {
          if (message.type === 'passkey-get' && message.conditional) {
            send(message);
            continue;
          }
          open.delete(id);
          const isCeremony = message.type === 'passkey-get' || message.type === 'passkey-create';
          tell(id, isCeremony ? { outcome: 'exception', exception: 'NotAllowedError' } : { outcome: 'native' });
        }
      },
    };
  }

  return Object.freeze({ create });
})();
