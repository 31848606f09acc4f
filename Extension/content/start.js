// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The wiring of a frame that has fields: focus → detector → mark; a use of the mark → worker → popup; fill ← worker. Until the mark is
// used, nothing is requested, so that a page can infer nothing from an answer. This is the last of the scripts that the worker injects when
// `watch.js` asks for them (background/field-scripts.js).

globalThis.PassfoldFrame ??= (() => {
  const MOST_REMEMBERED = 8;
  const { runtime } = globalThis.chrome;

  const watch = globalThis.PassfoldWatch;
  const { send } = watch;
  const tree = globalThis.PassfoldDocumentTree;
  const detector = globalThis.PassfoldFieldDetector;
  const hint = globalThis.PassfoldHint;
  const fill = globalThis.PassfoldFill;
  const targets = globalThis.PassfoldFillTargets;
  const clicked = globalThis.PassfoldClicked;

  let lastRequest = 0;
  /** The focused field that the mark was shown for. */
  /** @type {{request: number, field: string, element: HTMLInputElement, anchors: HTMLInputElement[]} | null} */
  let current = null;
  /** The focused element that was last examined. */
  /** @type {unknown} */
  let seen = null;
  let isPrepared = false;
  /** Fields by request number, for a fill that comes after the focus has moved to the popup. */
  /** @type {Map<number, HTMLInputElement>} */
  const remembered = new Map();
  /** Fields reported to the worker before the user touched the page. */
  /** @type {WeakSet<HTMLInputElement>} */
  const told = new WeakSet();

  const submission = globalThis.PassfoldSubmission.create(send);

  /** @param {HTMLInputElement} element @returns {number} the request number, which identifies the field from now on */
  function remember(element) {
    lastRequest += 1;
    remembered.set(lastRequest, element);
    remembered.delete(lastRequest - MOST_REMEMBERED);
    return lastRequest;
  }

  /** Reports the best field for each purpose when the user opens the popup by its button. The page does not notice this. */
  function lookAround(look) {
    const all = isFit() ? detector.classify(document) : [];
    const usable = all.filter(({ element, purpose, isNew }) => !isNew && !element.disabled && !element.readOnly
      && (purpose !== 'one-time-code' || element.type !== 'password') && tree.isSeen(element));
    /** @type {Map<string, HTMLInputElement>} */
    const best = new Map();
    for (const { element, purpose } of usable) if (!best.has(purpose)) best.set(purpose, element);
    // A page may ask for an email address elsewhere too: the user name of a login is the one that belongs to the password.
    const password = usable.find(({ purpose }) => purpose === 'current-password');
    const name = usable.find((field) => field.purpose === 'username' && password !== undefined && targets.together(field, all).includes(password));
    if (name !== undefined) best.set('username', name.element);
    // The field that the user was in takes precedence.
    if (current !== null && current.field !== 'new-password') best.set(current.field, current.element);
    send({ type: 'fields', look, fields: [...best].map(([field, element]) => ({ field, request: remember(element) })) });
  }

  /** @param {any} message from the worker */
  function received(message) {
    if (message.type === 'fill') {
      hint.hide();
      const element = remembered.get(message.request);
      let outcome = 'changed';
      if (element !== undefined && clicked.isNamed(element)) outcome = fill.fillNamed(element, message);
      else if (element !== undefined && message.kind === 'one-time-code') outcome = fill.fillCode(element, message.code);
      else if (element !== undefined && message.kind === 'password') {
        outcome = fill.fillPassword(element, message.user, message.password);
      } else if (element !== undefined && message.kind === 'new-password') outcome = fill.fillNewPassword(element, message.password);
      send({ type: 'filled', fill: message.fill, outcome });
    }
  }

  /**
   * Returns what a field for a new password accepts: the page's `passwordrules`, or rules made from its length limits.
   * @param {HTMLInputElement} element @param {string} field
   */
  function rulesOf(element, field) {
    if (field !== 'new-password') return {};
    const { minLength, maxLength } = element;
    const limits = `${minLength > 0 ? `minlength: ${minLength}; ` : ''}${maxLength > 0 ? `maxlength: ${maxLength};` : ''}`;
    return { rules: element.getAttribute('passwordrules') ?? limits };
  }

  /** Whether the user is at this document: it has the focus and was touched since it was loaded. */
  function isAttended() {
    return tree.hasFocus(document) && navigator.userActivation?.hasBeenActive === true;
  }

  /** Whether anything may be filled here: not on a page loaded without encryption, nor in a document with an opaque origin. */
  function isFit() {
    return window.isSecureContext && window.origin !== 'null';
  }

  /**
   * Reports a field for a code that has the focus before the user touches the page. There is no mark yet, but the worker may have filled
   * the password that precedes the code.
   * @param {unknown} target
   */
  function foundUntouched(target) {
    if (!tree.hasFocus(document) || !(target instanceof HTMLInputElement) || told.has(target)) return;
    told.add(target);
    const found = detector.classifyAround(target).find((one) => one.element === target);
    if (found?.purpose !== 'one-time-code' || target.type === 'password' || target.readOnly) return;
    lastRequest += 1;
    remembered.set(lastRequest, target);
    send({ type: 'focus', request: lastRequest, field: found.purpose });
  }

  /** @param {unknown} target */
  function focused(target) {
    if (!isFit()) return;
    if (!isAttended()) return foundUntouched(target);
    seen = target;
    if (!(target instanceof HTMLInputElement) || current?.element === target) return;
    const moved = current !== null && current.anchors.includes(target) ? current : null;
    const all = detector.classifyAround(target);
    const found = all.find((one) => one.element === target);
    // Codes are not written into password fields, so none are offered there.
    const unfit = found?.purpose === 'one-time-code' && target.type === 'password';
    const isMadeUp = found?.isNew === true && found.purpose !== 'new-password';
    if (found === undefined || isMadeUp || unfit || target.readOnly) return left();
    if (moved !== null) {
      // The next box of the same split code keeps the mark.
      moved.element = target;
      return;
    }
    const anchors = found.group === null ? [target] : all.filter((one) => one.group === found.group).map((one) => one.element);
    const request = remember(target);
    const field = found.purpose;
    current = { request, field, element: target, anchors };
    hint.show({
      anchors,
      onUse() {
        hint.hide();
        send({ type: 'open', request, field, ...rulesOf(target, field) });
      },
    });
    send({ type: 'focus', request, field, ...rulesOf(target, field) });
  }

  /** @param {string} wanted the purpose that the user chose in the context menu of a field */
  function nameClicked(wanted) {
    const found = isFit() ? clicked.fieldFor(wanted) : null;
    hint.hide();
    if (found === null) return send({ type: 'clicked', request: null, field: wanted });
    lastRequest += 1;
    remembered.set(lastRequest, found.element);
    remembered.delete(lastRequest - MOST_REMEMBERED);
    send({ type: 'clicked', request: lastRequest, field: found.field, ...rulesOf(found.element, found.field) });
  }

  function left() {
    hint.hide();
    if (current === null) return;
    send({ type: 'blur', request: current.request });
    current = null;
  }

  /** Handles the user's first touch of the page: a field that had the focus before counts from now on. */
  function touched(event) {
    if (!event.isTrusted || current !== null) return;
    const target = tree.focused(document);
    if (target !== seen) focused(target);
  }

  /** Handles a return to the page. A field that got the focus before the page did counts from now on. A filled field needs nothing more. */
  function returned() {
    if (current === null) return lookForFocus();
    const { element } = current;
    if (element.value !== '') return;
    current = null;
    if (tree.focused(document) === element) focused(element);
  }

  // A field may have the focus before these scripts run, and `autofocus` takes effect with an animation frame after `load`.
  function lookForFocus() {
    if (current === null) focused(tree.focused(document));
  }

  /**
   * Classifies a field while the page is idle, so that the mark does not wait for it. The first classification takes ten times as long as
   * the next, because it reads the words and weights.
   */
  function prepare() {
    if (isPrepared || !isFit()) return;
    const first = tree.querySelector(document, 'input');
    if (first === null) return;
    isPrepared = true;
    detector.classifyAround(first);
  }

  function shown(event) {
    if (event.type === 'load') globalThis.requestIdleCallback?.(prepare);
    lookForFocus();
    requestAnimationFrame(() => requestAnimationFrame(lookForFocus));
  }

  const capture = { capture: true };
  const whole = { capture: true, passive: true };
  /** @type {[string, (event: any) => void, object][]} */
  const LISTENERS = [
    ['focusin', (event) => { if (event.isTrusted) focused(event.composedPath()[0]); }, whole],
    ['focusout', (event) => {
      if (!event.isTrusted) return;
      hint.hide();
      seen = null;
      // If the focus went to the popup or another window, the field is still the current one.
      if (!tree.hasFocus(document) || tree.focused(document) === event.composedPath()[0]) return;
      left();
    }, whole],
    ['focus', (event) => { if (event.isTrusted && event.target === window) returned(); }, {}],
    ['blur', (event) => { if (event.isTrusted && event.target === window) hint.hide(); }, {}],
    ['scroll', hint.follow, whole],
    ['resize', () => hint.hide(), whole],
    ['input', (event) => {
      // A user who types has decided, and the mark would only cover the next field. Passfold's own fill is untrusted and does not count.
      if (!event.isTrusted) return;
      seen = event.composedPath()[0];
      submission.hasTyped(seen);
      if (current?.element === seen) hint.hide();
    }, whole],
    ['keydown', (event) => {
      if (!hint.isFor(event.composedPath()[0]) || !hint.takeKey(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, capture],
    ['click', (event) => {
      // A click into a field that already has the focus brings back a closed mark.
      const target = event.composedPath()[0];
      if (!event.isTrusted || hint.isOpen() || current === null || current.element !== target) return;
      current = null;
      focused(target);
    }, whole],
    ['click', submission.pressed, whole],
    ['keydown', submission.pressed, whole],
    ['submit', submission.submitted, whole],
    ['contextmenu', clicked.opened, whole],
    ['pointerup', touched, whole],
    ['keyup', touched, whole],
    ['DOMContentLoaded', shown, {}],
    ['load', shown, {}],
    ['pageshow', shown, {}],
    ['pagehide', () => {
      hint.hide();
      submission.leaves();
      current = null;
      seen = null;
    }, {}],
  ];

  // These messages come from the extension itself; pages cannot send them.
  runtime.onMessage?.addListener((/** @type {any} */ message) => {
    if (message?.type === 'look') lookAround(message.look);
    else if (message?.type === 'clicked') nameClicked(message.field);
    else if (message?.type === 'after-submission' && isFit()) submission.state();
  });

  const { addEventListener } = EventTarget.prototype;

  /** Adds the listeners; those already added are not added again. */
  function listen() {
    for (const [type, listener, options] of LISTENERS) addEventListener.call(window, type, listener, options);
  }

  /** Begins while the page is in use: a field may have the focus, and the user may have used one. */
  function begin() {
    const before = watch.join({ listen, received, orphaned: hint.hide });
    clicked.remember(before.clicked);
    if (before.typed !== null) submission.hasTyped(before.typed);
    lookForFocus();
    globalThis.requestIdleCallback?.(prepare);
  }

  return Object.freeze({
    begin,
    /** Called when Passfold has written a password into a field. */
    wrote: (element, value) => submission.hasTyped(element, value),
  });
})();

// A frame's window may get these scripts twice, if its first, empty document is replaced by another.
globalThis.PassfoldFrame.begin();
