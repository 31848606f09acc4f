// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Notices when the user submits a user name and a password, and what happens to the form afterwards. Only the worker is notified, which
// keeps the password in memory until the sign-in has visibly succeeded. The page learns nothing: only trusted events count, and nothing is
// written into the page.

globalThis.PassfoldSubmission ??= (() => {
  const LOOK_EVERY_MILLISECONDS = 400;
  const MOST_LOOKS = 30;
  // The user may need longer for a second step, such as a code.
  const MOST_LOOKS_AT_A_CODE = 400;
  /** The maximum time between a key or click and the submission that a script makes because of it. */
  const GESTURE_HOLDS_MILLISECONDS = 5000;
  // A form that a script removes and draws again is not gone.
  const LOOKS_IN_A_ROW = 2;
  const LONGEST = 1024;
  const BUTTONS = 'button, input[type="submit"], input[type="button"], input[type="image"], [role="button"]';
  const ERRORS = '[role="alert"], [aria-live="assertive"], [aria-invalid="true"], .error, .errors, .alert-danger, .invalid-feedback, .field-error';

  const tree = globalThis.PassfoldDocumentTree;
  const detector = globalThis.PassfoldFieldDetector;
  const targets = globalThis.PassfoldFillTargets;
  const { closest } = Element.prototype;
  const { trim } = String.prototype;
  /** Many frameworks show good news in the same elements. */
  const GOOD_NEWS = /success|info|notice|welcome/i;

  /** Whether the page shows an error. */
  function saysError() {
    for (const element of tree.querySelectorAll(document, ERRORS)) {
      if (!tree.isVisible(element) || GOOD_NEWS.test(element.getAttribute('class') ?? '')) continue;
      if (element instanceof HTMLInputElement || trim.call(tree.textContent(element) ?? '') !== '') return true;
    }
    return false;
  }

  /** Returns what the page after a submission, or the content in place of the form, asks for. */
  function stateOf() {
    const shown = detector.classify(document).filter(({ element }) => tree.isVisible(element));
    const has = (/** @type {string} */ purpose) => shown.some((field) => field.purpose === purpose);
    const asks = has('new-password') ? 'new' : has('current-password') ? 'current' : has('one-time-code') ? 'code'
      : shown.some(({ purpose, isNew }) => purpose === 'username' && !isNew) ? 'name' : 'none';
    return { asks, saysError: saysError() };
  }

  /**
   * Reads the fields around one: the user name, the password to save, and the purpose of the form.
   * @param {HTMLInputElement} element
   */
  function read(element) {
    const all = detector.classifyAround(element);
    const own = all.find((field) => field.element === element);
    const fields = (own === undefined ? all : targets.together(own, all)).filter((field) => field.element.value !== '');
    const of = (/** @type {string} */ purpose) => fields.filter((field) => field.purpose === purpose).map((field) => field.element);
    const [name] = of('username');
    const user = name === undefined ? '' : trim.call(name.value);
    const made = of('new-password');
    const current = of('current-password');
    // If two new passwords differ, the user has made a mistake, which the page will report.
    if (made.some(({ value }) => value !== made[0].value)) return { user, password: null, kind: 'sign-up', elements: [] };
    const kind = made.length === 0 ? 'sign-in' : current.length > 0 ? 'change' : 'sign-up';
    return { user, password: made[0] ?? current[0] ?? null, kind, elements: [...made, ...current] };
  }

  /** @param {(message: object) => void} send to the worker */
  function create(send) {
    /** The last field that the user typed into, or that was filled. @type {HTMLInputElement | null} */
    let touched = null;
    /** The values that Passfold wrote into fields. @type {WeakMap<HTMLInputElement, string>} */
    const filled = new WeakMap();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let last = '';
    /** When the user last pressed something that may submit a form; a submission by the page counts only after that. */
    let pressedAt = -Infinity;

    /** @param {HTMLInputElement[]} elements @param {string} kind */
    function watch(elements, kind) {
      clearTimeout(timer);
      let looks = 0;
      let inARow = 0;
      const look = () => {
        looks += 1;
        const there = elements.filter((element) => element.isConnected && tree.isVisible(element));
        // A form for a new password is also done when its fields are emptied. Those of a sign-in are emptied after a failure too.
        const isDone = there.length === 0 || (kind !== 'sign-in' && there.every(({ value }) => value === ''));
        inARow = isDone && !saysError() ? inARow + 1 : 0;
        const state = inARow >= LOOKS_IN_A_ROW ? stateOf() : null;
        if (state !== null && state.asks !== 'code') send({ type: 'form-gone', ...state });
        else if (looks < (state === null ? MOST_LOOKS : MOST_LOOKS_AT_A_CODE)) timer = setTimeout(look, LOOK_EVERY_MILLISECONDS);
      };
      timer = setTimeout(look, LOOK_EVERY_MILLISECONDS);
    }

    /**
     * Sends the contents of the form around the last field to the worker.
     * @param {boolean} isSubmitted whether the browser submits the form; false if the user has only pressed something
     */
    function sent(isSubmitted) {
      if (touched === null || !touched.isConnected || touched.value === '') return;
      const { user, password, kind, elements } = read(touched);
      if (user.length > LONGEST || (password !== null && password.value.length > LONGEST)) return;
      const isFilled = password !== null && kind === 'sign-in' && filled.get(password) === password.value;
      const message = password === null
        ? { type: 'user-name', user }
        : { type: 'submitted', user, password: password.value, kind, isFilled, isSubmitted };
      // A click on a button is followed by a submission with the same contents.
      const words = JSON.stringify(message);
      if ((password === null && user === '') || words === last) return;
      last = words;
      send(message);
      if (password !== null) watch(elements, kind);
    }

    /** @param {unknown} element @param {string} [value] the value, if Passfold wrote it */
    function hasTyped(element, value) {
      if (!(element instanceof HTMLInputElement)) return;
      touched = element;
      last = '';
      if (value !== undefined) filled.set(element, value);
    }

    return Object.freeze({
      hasTyped,
      sent,

      /** @param {any} event a click or a key; only trusted ones count */
      pressed(event) {
        if (!event.isTrusted || touched === null) return;
        const target = event.composedPath()[0];
        const isSending = event.type === 'keydown' ? event.key === 'Enter' && target instanceof HTMLInputElement
          : target instanceof Element && closest.call(target, BUTTONS) !== null;
        if (!isSending) return;
        pressedAt = event.timeStamp;
        sent(false);
      },

      /** @param {any} event the form's submission; one made by a script is trusted too, so each needs a key or click before it */
      submitted(event) {
        if (!event.isTrusted || event.timeStamp - pressedAt > GESTURE_HOLDS_MILLISECONDS) return;
        pressedAt = -Infinity;
        sent(true);
      },

      /** Forgets what was typed, because the page is left. */
      leaves() {
        clearTimeout(timer);
        touched = null;
        last = '';
      },

      /** Tells the worker what the page after a submission asks for. */
      state: () => send({ type: 'form-state', ...stateOf() }),
    });
  }

  return Object.freeze({ create });
})();
