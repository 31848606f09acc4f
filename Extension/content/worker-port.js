// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The frame's port to the worker. It is opened with the first message: a page that nothing is said of costs the worker nothing.

globalThis.PassfoldWorkerPort ??= (() => {
  const PORT = 'passfold-frame';

  /** Whether the browser has prepared the page and nobody has seen it yet. */
  function isPrerendering() {
    // Not by the document's own property, in whose place an image of that name would stand.
    return Object.getOwnPropertyDescriptor(Document.prototype, 'prerendering')?.get?.call(document) === true;
  }

  /**
   * @param {object} frame
   * @param {(message: any) => void} frame.received hears the worker
   * @param {() => void} frame.ended the worker went away, and what it was asked will not be answered
   * @param {() => void} frame.orphaned the extension was updated or removed while the page stayed open
   */
  function create({ received, ended, orphaned }) {
    /** @type {any} */
    let port = null;
    /** What was sent while the browser only prepared the page: its frame has another number then. */
    /** @type {object[]} */
    let early = [];

    /** The page is left. One that is kept for going back has no port, and opens another one when it is shown again. */
    function close() {
      const closing = port;
      port = null;
      closing?.disconnect();
    }

    /** Hears the end of the page, as long as there is a port to be closed then. */
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

      /** The prepared page is shown: what waited for that is sent. */
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
