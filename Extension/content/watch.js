// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The wiring of a frame that may never have a field. Most have none, and must cost next to nothing. This script serves passkey requests and
// set-up links. The scripts for fields are separate: the worker injects them when this one asks, once the page is idle and has a field, or
// immediately when a field gets the focus. Until then, this script remembers the last field typed into, and the last one on which the
// context menu was opened.

globalThis.PassfoldWatch ??= (() => {
  const ASKS = 'passfold-fields';
  /** When to look again, because many pages draw their fields some time after loading. */
  const LOOK_AGAIN_MILLISECONDS = 2000;

  const { isPrerendering } = globalThis.PassfoldWorkerPort;

  /** The wiring for fields, once it is injected. @type {{listen(): void, received(message: any): void, orphaned(): void} | null} */
  let fields = null;
  let isAsking = false;
  /** The last field that the user typed into. @type {HTMLInputElement | null} */
  let typed = null;
  /** The field on which the user last opened the context menu. @type {WeakRef<HTMLInputElement> | null} */
  let clicked = null;

  const port = globalThis.PassfoldWorkerPort.create({
    received(message) {
      if (message.type === 'passkey-answer') passkeys.answer(message);
      else fields?.received(message);
    },
    ended: () => passkeys.disconnected(),
    orphaned: () => fields?.orphaned(),
  });
  const passkeys = globalThis.PassfoldPasskeyBridge.create(port.send);

  /** Has the worker inject the scripts for fields. If it cannot, the next event asks again. */
  function ask() {
    // Where nothing may be filled, nothing is injected: on a page loaded without encryption, and in a document with an opaque origin.
    if (fields !== null || isAsking || !window.isSecureContext || window.origin === 'null' || isPrerendering()) return;
    isAsking = true;
    try {
      const { runtime } = globalThis.chrome;
      runtime.sendMessage({ type: ASKS }, () => {
        void runtime.lastError;
        isAsking = false;
      });
    } catch {
      // The extension was updated or removed while the page stayed open.
    }
  }

  /** Whether there is a field and its scripts are still missing. Fields in shadow trees are noticed when they get the focus. */
  function hasField() {
    return fields === null && !isAsking && Document.prototype.querySelector.call(document, 'input') !== null;
  }

  /** Has the scripts injected while the page is idle, so that the mark does not wait for them. */
  function askWhenIdle() {
    if (hasField()) globalThis.requestIdleCallback?.(ask);
  }

  /** @param {any} event @returns {HTMLInputElement | null} the event's field, inside open shadow trees too */
  function fieldOf(event) {
    const target = event.composedPath()[0];
    return target instanceof HTMLInputElement ? target : null;
  }

  function loaded() {
    askWhenIdle();
    setTimeout(askWhenIdle, LOOK_AGAIN_MILLISECONDS);
  }

  const takeLink = globalThis.PassfoldLink.listener((url) => port.send({ type: 'set-up-link', url }));

  /** Handles a click, which may be on a set-up link, and often makes a field appear a moment later. */
  function clickedOn(event) {
    takeLink(event);
    if (event.isTrusted && fields === null) globalThis.requestIdleCallback?.(askWhenIdle);
  }

  /** Handles the moment at which a prerendered page is shown. */
  function activated(event) {
    if (!event.isTrusted) return;
    port.activated();
    askWhenIdle();
  }

  // Each listener has a cost on every page: one for pointers costs as much as all of these, and one for `pagehide` must be reported to the
  // browser.
  const capture = { capture: true };
  const whole = { capture: true, passive: true };
  /** @type {[string, (event: any) => void, object][]} */
  const LISTENERS = [
    ['message', passkeys.handedOver, capture],
    ['click', clickedOn, capture],
    ['focusin', (event) => { if (event.isTrusted && fields === null && fieldOf(event) !== null) ask(); }, whole],
    ['input', (event) => {
      if (!event.isTrusted || fields !== null || fieldOf(event) === null) return;
      typed = fieldOf(event);
      ask();
    }, whole],
    ['contextmenu', (event) => {
      if (!event.isTrusted || fields !== null) return;
      const field = fieldOf(event);
      clicked = field === null ? null : new WeakRef(field);
    }, whole],
    ['load', loaded, whole],
    ['pageshow', (event) => {
      if (!event.persisted) return;
      isAsking = false;
      passkeys.resume();
      askWhenIdle();
    }, whole],
    // The document's events also pass through its window.
    ['prerenderingchange', activated, whole],
  ];

  const { addEventListener } = EventTarget.prototype;
  // `document.open()` removes all listeners, and everything else from the document; the latter is how it is noticed.
  const emptied = new MutationObserver(() => listen());

  /** Adds the listeners; those already added are not added again. */
  function listen() {
    for (const [type, listener, options] of LISTENERS) addEventListener.call(window, type, listener, options);
    emptied.observe(document, { childList: true });
    port.listen();
    fields?.listen();
  }

  return Object.freeze({
    listen,
    send: port.send,

    /**
     * Connects the scripts for fields once they are injected.
     * @param {{listen(): void, received(message: any): void, orphaned(): void}} wiring
     * @returns {{typed: HTMLInputElement | null, clicked: HTMLInputElement | null}} the fields remembered until now
     */
    join(wiring) {
      fields = wiring;
      const before = { typed, clicked: clicked?.deref() ?? null };
      typed = null;
      clicked = null;
      wiring.listen();
      return before;
    },
  });
})();

// A frame's window may get these scripts twice, if its first, empty document is replaced by another.
globalThis.PassfoldWatch.listen();
