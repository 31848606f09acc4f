// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The popup's single screen, kept here so that a reopened popup shows the same one. Screens are numbered: a choice made on an earlier
// screen is ignored.

import { readPopupMessage } from '../shared/messages.js';

export function createPopupScreen() {
  /** @type {any} */
  let port = null;
  /** Popups that were told to close and are still open. */
  /** @type {Set<any>} */
  const closing = new Set();
  /** @type {(() => void)[]} */
  let waiting = [];
  /** @type {any} */
  let content = null;
  let number = 0;

  return {
    get isOpen() {
      return port !== null;
    },

    /** Whether the popup stays open when another program's window gets the focus: it is a window or tab, not the browser button's popup. */
    get stays() {
      return port?.sender?.tab !== undefined;
    },

    get content() {
      return content;
    },

    /**
     * @param {any} next
     * @param {boolean} [isUpdate] whether it is the same screen with newer contents
     */
    show(next, isUpdate = false) {
      if (!isUpdate) number += 1;
      content = next;
      port?.postMessage({ type: 'show', number, screen: content });
    },

    /** Forgets the current screen; the popup keeps showing it until it gets another. */
    clear() {
      content = null;
    },

    /** Closes the popup, which shows nothing more from then on. */
    close() {
      content = null;
      if (port === null) return;
      port.postMessage({ type: 'close' });
      closing.add(port);
      port = null;
    },

    /** @param {() => void} action runs once no popup is closing: the browser does not open a second one */
    whenNoneIsClosing(action) {
      if (closing.size === 0) action();
      else waiting.push(action);
    },

    /**
     * Takes the port of a newly opened popup, and shows the current screen if there is one.
     * @param {any} opened
     * @param {{received(message: import('../shared/messages.js').Message): void, closed(): void}} listener
     */
    attach(opened, { received, closed }) {
      // The same screen in two popups could be answered twice.
      port?.postMessage({ type: 'close' });
      port = opened;
      opened.onMessage.addListener((/** @type {unknown} */ value) => {
        const message = readPopupMessage(value);
        if (opened === port && message !== null && content !== null && message.screen === number) received(message);
      });
      opened.onDisconnect.addListener(() => {
        if (closing.delete(opened) && closing.size === 0) {
          const actions = waiting;
          waiting = [];
          for (const action of actions) action();
        }
        if (opened !== port) return;
        port = null;
        closed();
      });
      if (content !== null) opened.postMessage({ type: 'show', number, screen: content });
    },
  };
}
