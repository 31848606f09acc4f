// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The wiring of one frame: focus → detector → worker → hint; a click on the hint → worker; fill ← worker.

globalThis.PassfoldFrame ??= (() => {
  const PORT = 'passfold-frame';
  const MOST_REMEMBERED = 8;
  const LABEL = 'Passfold';
  const runtime = globalThis.chrome.runtime;

  const detector = globalThis.PassfoldFieldDetector;
  const hint = globalThis.PassfoldHint;
  const fill = globalThis.PassfoldFill;

  /** @type {any} */
  let port = null;
  let lastRequest = 0;
  /** The focused field that the worker was told of. */
  /** @type {{request: number, element: HTMLInputElement, anchors: HTMLInputElement[], typedInto: boolean} | null} */
  let current = null;
  /** Fields by request, for a fill that comes after the focus has moved to the popup. */
  /** @type {Map<number, HTMLInputElement>} */
  const remembered = new Map();

  /** @param {object} message */
  function send(message) {
    try {
      if (port === null) {
        const opened = runtime.connect({ name: PORT });
        opened.onMessage.addListener(received);
        opened.onDisconnect.addListener(() => {
          void runtime.lastError;
          if (port !== opened) return;
          port = null;
          current = null;
          hint.hide();
          passkeys.disconnected();
        });
        port = opened;
      }
      port.postMessage(message);
    } catch {
      // The extension was updated or removed while the page stayed open.
      port = null;
      hint.hide();
      passkeys.disconnected();
    }
  }

  const passkeys = globalThis.PassfoldPasskeyBridge.listen(send);
  globalThis.PassfoldLink.listen((url) => send({ type: 'set-up-link', url }));

  /** @param {any} message from the worker */
  function received(message) {
    if (message.type === 'suggestions') {
      if (current === null || current.request !== message.request || current.typedInto) return;
      const { anchors, request } = current;
      if (!anchors.every((anchor) => anchor.isConnected) || message.rows.length === 0) return hint.hide();
      hint.show({
        anchors,
        rows: message.rows,
        label: LABEL,
        announcement: message.announcement,
        onPick(row) {
          hint.hide();
          send({ type: 'pick', request, row });
        },
      });
    } else if (message.type === 'fill') {
      hint.hide();
      const element = remembered.get(message.request);
      let outcome = 'changed';
      if (element !== undefined && message.kind === 'one-time-code') outcome = fill.fillCode(element, message.code);
      else if (element !== undefined && message.kind === 'password') {
        outcome = fill.fillPassword(element, message.user, message.password);
      }
      send({ type: 'filled', fill: message.fill, outcome });
    } else if (message.type === 'passkey-answer') {
      passkeys.answer(message);
    }
  }

  /** @param {unknown} target */
  function focused(target) {
    if (!(target instanceof HTMLInputElement) || current?.element === target) return;
    const moved = current !== null && current.anchors.includes(target) ? current : null;
    const all = detector.classify(target.form ?? target.getRootNode());
    const field = all.find((one) => one.element === target);
    // Codes are not written into password fields, so none are offered there.
    const unfit = field?.purpose === 'one-time-code' && target.type === 'password';
    if (field === undefined || field.purpose === 'new-password' || unfit || target.readOnly) return left();
    if (moved !== null) {
      // The next box of the same split code: the hint stays.
      moved.element = target;
      return;
    }
    const anchors = field.group === null ? [target] : all.filter((one) => one.group === field.group).map((one) => one.element);
    hint.hide();
    lastRequest += 1;
    current = { request: lastRequest, element: target, anchors, typedInto: false };
    remembered.set(lastRequest, target);
    if (remembered.size > MOST_REMEMBERED) remembered.delete(lastRequest - MOST_REMEMBERED);
    send({ type: 'focus', request: lastRequest, field: field.purpose });
  }

  function left() {
    hint.hide();
    if (current === null) return;
    send({ type: 'blur', request: current.request });
    current = null;
  }

  function deepActiveElement() {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  }

  const whole = { capture: true, passive: true };
  window.addEventListener('focusin', (event) => focused(event.composedPath()[0]), whole);
  window.addEventListener(
    'focusout',
    (event) => {
      hint.hide();
      // The focus went to the popup or another window: the field is still the one that the person means.
      if (!document.hasFocus() || document.activeElement === event.target) return;
      left();
    },
    whole,
  );
  window.addEventListener('focus', (event) => {
    if (event.target !== window || current === null) return;
    // Back in the page: what fits may have changed since. A field that was filled meanwhile needs nothing more.
    const { element } = current;
    if (element.value !== '') return;
    current = null;
    if (deepActiveElement() === element) focused(element);
  });
  window.addEventListener('blur', (event) => {
    if (event.target === window) hint.hide();
  });
  window.addEventListener('scroll', (event) => {
    if (hint.isMovedBy(event.target)) hint.hide();
  }, whole);
  window.addEventListener('resize', () => hint.hide(), whole);
  window.addEventListener('pagehide', () => hint.hide());
  window.addEventListener(
    'input',
    (event) => {
      // Who types has decided; the hint would only cover the next field. Our own fill is not trusted and does not count.
      if (!event.isTrusted || current === null || current.element !== event.composedPath()[0]) return;
      current.typedInto = true;
      hint.hide();
    },
    whole,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      const target = event.composedPath()[0];
      if (!hint.isFor(target) || !hint.takeKey(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
  window.addEventListener(
    'click',
    (event) => {
      // A click into a field that has the focus already asks for the hint that was closed.
      const target = event.composedPath()[0];
      if (!event.isTrusted || hint.isOpen() || current === null || current.element !== target) return;
      current = null;
      focused(target);
    },
    whole,
  );
  // A field may have the focus before these scripts run, and `autofocus` acts with a frame that is drawn after `load`.
  const lookForFocus = () => {
    if (current === null) focused(deepActiveElement());
  };
  for (const moment of ['DOMContentLoaded', 'load', 'pageshow']) {
    window.addEventListener(moment, () => {
      lookForFocus();
      requestAnimationFrame(() => requestAnimationFrame(lookForFocus));
    });
  }

  return Object.freeze({});
})();
