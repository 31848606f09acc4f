// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Carries passkey requests between the page's world and the worker. The page's end is one MessagePort that
// `passkey-page/line.js` hands over with its first question; only the first hand-over counts. What comes over it may be the page's own.

globalThis.PassfoldPasskeyBridge ??= (() => {
  const HAND_OVER = 'passfold-passkeys';
  const TYPES = new Set(['create', 'get', 'signal', 'available']);
  const FEATURES = ['publickey-credentials-create', 'publickey-credentials-get'];

  /** What the frame's permissions policy lets it use; null where the browser does not say (WebAuthn Level 3 §5.10). */
  function permitted() {
    // Read where the page cannot alter it: in this world, and not by the document's own property, in whose place an element of that
    // name would stand. Firefox has none.
    const policy = Object.getOwnPropertyDescriptor(Document.prototype, 'featurePolicy')?.get?.call(document);
    return policy === undefined ? null : FEATURES.filter((name) => policy.allowsFeature(name));
  }

  /**
   * @param {(message: object) => void} send to the worker
   * @returns what the frame's wiring tells the bridge
   */
  function create(send) {
    /** @type {MessagePort | null} */
    let page = null;
    /** What the page waits for, by id. */
    /** @type {Map<string, any>} */
    const open = new Map();

    /** @param {any} data written by the page for all we know */
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

      /** Without a worker nothing will be answered: the browser's own function takes over. */
      disconnected() {
        for (const id of open.keys()) tell(id, { outcome: 'native' });
        open.clear();
      },

      /** The page was left and is shown again: what waited without a dialog goes on waiting, the rest has ended. */
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
