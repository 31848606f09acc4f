// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Carries passkey requests between the page's world and the worker. The page's end is one MessagePort that
// `passkey-page.js` hands over before any script of the page has run; only the first hand-over counts.

globalThis.PassfoldPasskeyBridge ??= (() => {
  const HAND_OVER = 'passfold-passkeys';

  /**
   * @param {(message: object) => void} send to the worker
   * @returns {{answer(message: any): void, disconnected(): void}}
   */
  function listen(send) {
    /** @type {MessagePort | null} */
    let page = null;
    /** @type {Set<string>} */
    const open = new Set();

    /** @param {any} data written by the page for all we know */
    function fromPage(data) {
      if (typeof data !== 'object' || data === null || typeof data.id !== 'string' || data.id.length > 64) return;
      if (data.type === 'abort') {
        if (open.delete(data.id)) send({ type: 'passkey-abort', id: data.id });
        return;
      }
      if (data.type !== 'create' && data.type !== 'get' && data.type !== 'signal') return;
      /** @type {unknown} */
      let options = null;
      try {
        options = JSON.parse(data.options);
      } catch {
        // Falls through to the check below.
      }
      if (typeof options !== 'object' || options === null) {
        page?.postMessage({ id: data.id, outcome: 'native' });
        return;
      }
      open.add(data.id);
      send({
        type: `passkey-${data.type}`,
        id: data.id,
        options,
        conditional: data.conditional === true,
        gesture: navigator.userActivation?.isActive === true,
      });
    }

    window.addEventListener(
      'message',
      (event) => {
        if (event.data !== HAND_OVER || event.source !== window || event.ports.length !== 1) return;
        event.stopImmediatePropagation();
        if (page !== null) return;
        [page] = event.ports;
        page.onmessage = ({ data }) => fromPage(data);
      },
      { capture: true },
    );

    return {
      answer({ id, outcome, response, exception }) {
        if (!open.delete(id)) return;
        page?.postMessage({
          id,
          outcome,
          ...(outcome === 'response' ? { response: JSON.stringify(response) } : {}),
          ...(outcome === 'exception' ? { exception } : {}),
        });
      },
      /** Without a worker nothing will be answered: the browser's own function takes over. */
      disconnected() {
        for (const id of open) page?.postMessage({ id, outcome: 'native' });
        open.clear();
      },
    };
  }

  return Object.freeze({ listen });
})();
