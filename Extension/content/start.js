// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The wiring of a frame that has fields: focus → detector → mark; a use of the mark → worker → popup; fill ← worker. Until the mark is
// used nothing is asked of anybody, so that a page can learn nothing from what becomes of the answer. The last of the scripts that the
// worker puts in when `watch.js` asks for them (background/field-scripts.js).

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
  /** The element with the focus that was looked at last. */
  /** @type {unknown} */
  let seen = null;
  let isPrepared = false;
  /** Fields by request, for a fill that comes after the focus has moved to the popup. */
  /** @type {Map<number, HTMLInputElement>} */
  const remembered = new Map();
  /** Fields that the worker heard of before the page was touched. */
  /** @type {WeakSet<HTMLInputElement>} */
  const told = new WeakSet();

  const submission = globalThis.PassfoldSubmission.create(send);

  /** @param {HTMLInputElement} element @returns {number} the number that stands for the field from now on */
  function remember(element) {
    lastRequest += 1;
    remembered.set(lastRequest, element);
    remembered.delete(lastRequest - MOST_REMEMBERED);
    return lastRequest;
  }

  /** The person opened the popup by its button: tells the worker the best field of each purpose. Nothing of it shows in the page. */
  function lookAround(look) {
    const all = isFit() ? detector.classify(document) : [];
    const usable = all.filter(({ element, purpose, isNew }) => !isNew && !element.disabled && !element.readOnly
      && (purpose !== 'one-time-code' || element.type !== 'password') && tree.isSeen(element));
    /** @type {Map<string, HTMLInputElement>} */
    const best = new Map();
    for (const { element, purpose } of usable) if (!best.has(purpose)) best.set(purpose, element);
    // A page may ask for an address elsewhere too; the name that a password goes with is the one for a login.
    const password = usable.find(({ purpose }) => purpose === 'current-password');
    const name = usable.find((field) => field.purpose === 'username' && password !== undefined && targets.together(field, all).includes(password));
    if (name !== undefined) best.set('username', name.element);
    // The field that the person was in is the one that they mean.
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
   * What a field for a new password takes: in the page's own words, or as its limits say it.
   * @param {HTMLInputElement} element @param {string} field
   */
  function rulesOf(element, field) {
    if (field !== 'new-password') return {};
    const { minLength, maxLength } = element;
    const limits = `${minLength > 0 ? `minlength: ${minLength}; ` : ''}${maxLength > 0 ? `maxlength: ${maxLength};` : ''}`;
    return { rules: element.getAttribute('passwordrules') ?? limits };
  }

  /** Whether a person is at this document: it has the focus and was touched since it was loaded. */
  function isAttended() {
    return tree.hasFocus(document) && navigator.userActivation?.hasBeenActive === true;
  }

  /** Whether anything may be filled here: not on a page that came in clear text, nor where the browser names no site. */
  function isFit() {
    return window.isSecureContext && window.origin !== 'null';
  }

  /**
   * A field for a code that has the focus before anybody touched the page: there is no mark yet, but the worker may have filled the
   * password that it follows.
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
      // The next box of the same split code: the mark stays.
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

  /** @param {string} wanted what the person chose in the browser's own menu of a field */
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

  /** The person touched the page: a field that had the focus before counts from now on. */
  function touched(event) {
    if (!event.isTrusted || current !== null) return;
    const target = tree.focused(document);
    if (target !== seen) focused(target);
  }

  /** Back in the page: a field that got the focus before the page itself did counts from now on; one that was filled needs nothing more. */
  function returned() {
    if (current === null) return lookForFocus();
    const { element } = current;
    if (element.value !== '') return;
    current = null;
    if (tree.focused(document) === element) focused(element);
  }

  // A field may have the focus before these scripts run, and `autofocus` acts with a frame that is drawn after `load`.
  function lookForFocus() {
    if (current === null) focused(tree.focused(document));
  }

  /**
   * The first look at a field costs ten times as much as the next, because words and weights are read then. A page that has one gets that look
   * while it is idle, so that the mark does not wait for it.
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
      // The focus went to the popup or another window: the field is still the one that the person means.
      if (!tree.hasFocus(document) || tree.focused(document) === event.composedPath()[0]) return;
      left();
    }, whole],
    ['focus', (event) => { if (event.isTrusted && event.target === window) returned(); }, {}],
    ['blur', (event) => { if (event.isTrusted && event.target === window) hint.hide(); }, {}],
    ['scroll', hint.follow, whole],
    ['resize', () => hint.hide(), whole],
    ['input', (event) => {
      // Who types has decided; the mark would only cover the next field. Our own fill is not trusted and does not count.
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
      // A click into a field that has the focus already asks for the mark that was closed.
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

  // From the extension itself: pages cannot send this.
  runtime.onMessage?.addListener((/** @type {any} */ message) => {
    if (message?.type === 'look') lookAround(message.look);
    else if (message?.type === 'clicked') nameClicked(message.field);
    else if (message?.type === 'after-submission' && isFit()) submission.state();
  });

  const { addEventListener } = EventTarget.prototype;

  /** Listens; what listens already is not added again. */
  function listen() {
    for (const [type, listener, options] of LISTENERS) addEventListener.call(window, type, listener, options);
  }

  /** Begins in the midst of the page: a field may have the focus, and the person may have used one. */
  function begin() {
    const before = watch.join({ listen, received, orphaned: hint.hide });
    clicked.remember(before.clicked);
    if (before.typed !== null) submission.hasTyped(before.typed);
    lookForFocus();
    globalThis.requestIdleCallback?.(prepare);
  }

  return Object.freeze({
    begin,
    /** Passfold has written a password into a field. */
    wrote: (element, value) => submission.hasTyped(element, value),
  });
})();

// A frame's window may get these scripts twice, where its first, empty document gives way to another.
globalThis.PassfoldFrame.begin();
