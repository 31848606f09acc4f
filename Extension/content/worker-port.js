// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The frame's port to the worker. It opens with the first message, so that a page without messages costs the worker nothing.

globalThis.PassfoldWorkerPort ??= (() => {
  const PORT = 'passfold-frame';

  /** Whether the page is prerendered and not shown yet. */
  function isPrerendering() {
    // The document's own property is not read, because an image of that name takes its place.
    return Object.getOwnPropertyDescriptor(Document.prototype, 'prerendering')?.get?.call(document) === true;
  }

  /**
   * @param {object} frame
   * @param {(message: any) => void} frame.received called for each message from the worker
   * @param {() => void} frame.ended called when the worker is gone and open requests will not be answered
   * @param {() => void} frame.orphaned called when the extension was updated or removed while the page stayed open
   */
  function create({ received, ended, orphaned }) {
    /** @type {any} */
    let port = null;
    /** The messages sent during prerendering, when the frame has a different number. */
    /** @type {object[]} */
    let early = [];

    /** Closes the port when the page is left. A page in the back/forward cache has no port, and opens another when it is shown again. */
    function close() {
      const closing = port;
      port = null;
      closing?.disconnect();
    }

    /** Listens for the end of the page while there is a port to close. */
    function listen() {
      if (port !== null) EventTarget.prototype.addEventListener.call(window, 'pagehide', close);
    }

    /** @param {object} message */
    function send(message) {
      if (isPrerendering()) {
        early.push(message);
        return;
      }
      const { runtime } = globalThis.chrome;
      try {
        if (port === null) {
          const opened = runtime.connect({ name: PORT });
          opened.onMessage.addListener(received);
          opened.onDisconnect.addListener(() => {
            void runtime.lastError;
            if (port !== opened) return;
            port = null;
            ended();
          });
          port = opened;
          listen();
        }
        port.postMessage(message);
      } catch {
        port = null;
        orphaned();
        ended();
      }
    }

    return Object.freeze({
      send,

      /** Sends the waiting messages, because the prerendered page is shown. */
      activated() {
        const waiting = early;
        early = [];
        for (const message of waiting) send(message);
      },

      listen,
    });
  }

  return Object.freeze({ create, isPrerendering });
})();
