// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The wiring of a frame that may never have a field: most have none, and are to pay next to nothing. Passkey requests and set-up links are served
// from here. Everything for fields is in other scripts, which the worker puts in when this one asks: once the page is idle and has a
// field, or at once when a field gets the focus. What happened to fields until they are there is kept for them.

globalThis.PassfoldWatch ??= (() => {
  const ASKS = 'passfold-fields';
  /** Many pages draw their fields some time after they are loaded. */
  const LOOK_AGAIN_MILLISECONDS = 2000;

  const { isPrerendering } = globalThis.PassfoldWorkerPort;

  /** The wiring of fields, once it is there. @type {{listen(): void, received(message: any): void, orphaned(): void} | null} */
  let fields = null;
  let isAsking = false;
  /** The last field that the person typed into. @type {HTMLInputElement | null} */
  let typed = null;
  /** What the person opened the browser's menu on. @type {WeakRef<HTMLInputElement> | null} */
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

  /** Has the worker put in the scripts for fields. Where it cannot, the next event asks again. */
  function ask() {
    // Where nothing may be filled, nothing is looked for: on a page that came in clear text, and where the browser names no site.
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

  /** Whether there is a field that nobody looks after yet; those in shadow trees are seen when they get the focus. */
  function hasField() {
    return fields === null && !isAsking && Document.prototype.querySelector.call(document, 'input') !== null;
  }

  /** Has the scripts put in once the page has nothing else to do, so that the mark does not wait for them. */
  function askWhenIdle() {
    if (hasField()) globalThis.requestIdleCallback?.(ask);
  }

  /** @param {any} event @returns {HTMLInputElement | null} the field that it is about, inside open shadow trees too */
  function fieldOf(event) {
    const target = event.composedPath()[0];
    return target instanceof HTMLInputElement ? target : null;
  }

  function loaded() {
    askWhenIdle();
    setTimeout(askWhenIdle, LOOK_AGAIN_MILLISECONDS);
  }

  const takeLink = globalThis.PassfoldLink.listener((url) => port.send({ type: 'set-up-link', url }));

  /** A click may be on a set-up link, and many bring a field a moment later. */
  function clickedOn(event) {
    takeLink(event);
    if (event.isTrusted && fields === null) globalThis.requestIdleCallback?.(askWhenIdle);
  }

  /** The page that the browser prepared is shown. */
  function activated(event) {
    if (!event.isTrusted) return;
    port.activated();
    askWhenIdle();
  }

  // Each has its price on every page: one for pointers costs as much as all of these, and one for `pagehide` has the browser told.
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
    // The document's events come by its window.
    ['prerenderingchange', activated, whole],
  ];

  const { addEventListener } = EventTarget.prototype;
  // `document.open()` takes all listeners off, and everything else out of the document: by that it is noticed.
  const emptied = new MutationObserver(() => listen());

  /** Listens; what listens already is not added again. */
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
     * The scripts for fields are there.
     * @param {{listen(): void, received(message: any): void, orphaned(): void}} wiring
     * @returns {{typed: HTMLInputElement | null, clicked: HTMLInputElement | null}} what happened before
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

// A frame's window may get these scripts twice, where its first, empty document gives way to another.
globalThis.PassfoldWatch.listen();
