// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Notices that a person sends a user name and a password, and what becomes of the form then. What is told goes to the worker alone,
// which keeps it in memory until the sign-in is seen to succeed. The page learns nothing: only events that the browser vouches for
// count, and nothing is written into it.

globalThis.PassfoldSubmission ??= (() => {
  const LOOK_EVERY_MILLISECONDS = 400;
  const MOST_LOOKS = 30;
  // A form that a script puts away and draws again is not gone.
  const LOOKS_IN_A_ROW = 2;
  const LONGEST = 1024;
  const BUTTONS = 'button, input[type="submit"], input[type="button"], input[type="image"], [role="button"], a';
  const ERRORS = '[role="alert"], [aria-live="assertive"], [aria-invalid="true"], .error, .errors, .alert-danger, .invalid-feedback, .field-error';

  const tree = globalThis.PassfoldDocumentTree;
  const detector = globalThis.PassfoldFieldDetector;
  const { closest } = Element.prototype;
  const { trim } = String.prototype;

  /** @param {HTMLInputElement} element */
  const scopeOf = (element) => element.form ?? tree.root(element);

  /** Whether the page says that something is wrong. */
  function saysError() {
    for (const element of tree.querySelectorAll(document, ERRORS)) {
      if (!tree.isVisible(element)) continue;
      if (element instanceof HTMLInputElement || trim.call(tree.textContent(element) ?? '') !== '') return true;
    }
    return false;
  }

  /**
   * What the fields around one say: the password to be kept, whose it is, and what the form is for.
   * @param {HTMLInputElement} element
   */
  function read(element) {
    const fields = detector.classify(scopeOf(element)).filter((field) => field.element.value !== '');
    const of = (/** @type {string} */ purpose) => fields.filter((field) => field.purpose === purpose).map((field) => field.element);
    const [name] = of('username');
    const user = name === undefined ? '' : trim.call(name.value);
    const made = of('new-password');
    const current = of('current-password');
    // Two that differ are a mistake that the page will tell.
    if (made.some(({ value }) => value !== made[0].value)) return { user, password: null, kind: 'sign-up', elements: [] };
    const kind = made.length === 0 ? 'sign-in' : current.length > 0 ? 'change' : 'sign-up';
    return { user, password: made[0] ?? current[0] ?? null, kind, elements: [...made, ...current] };
  }

  /** @param {(message: object) => void} send to the worker */
  function create(send) {
    /** The last field that a person typed into, or that was filled. @type {HTMLInputElement | null} */
    let touched = null;
    /** What Passfold wrote into a field. @type {WeakMap<HTMLInputElement, string>} */
    const filled = new WeakMap();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let last = '';

    /** @param {HTMLInputElement[]} elements @param {string} kind */
    function watch(elements, kind) {
      clearTimeout(timer);
      let looks = 0;
      let inARow = 0;
      const look = () => {
        looks += 1;
        const there = elements.filter((element) => element.isConnected && tree.isVisible(element));
        // A sign-in that failed empties its field too; where passwords are made, that is how a form says that it is done.
        const isDone = there.length === 0 || (kind !== 'sign-in' && there.every(({ value }) => value === ''));
        inARow = isDone && !saysError() ? inARow + 1 : 0;
        if (inARow >= LOOKS_IN_A_ROW) send({ type: 'form-gone' });
        else if (looks < MOST_LOOKS) timer = setTimeout(look, LOOK_EVERY_MILLISECONDS);
      };
      timer = setTimeout(look, LOOK_EVERY_MILLISECONDS);
    }

    /** Tells what the form around the last field holds. */
    function sent() {
      if (touched === null || !touched.isConnected || touched.value === '') return;
      const { user, password, kind, elements } = read(touched);
      if (user.length > LONGEST || (password !== null && password.value.length > LONGEST)) return;
      const isFilled = password !== null && kind === 'sign-in' && filled.get(password) === password.value;
      const message = password === null
        ? { type: 'user-name', user }
        : { type: 'submitted', user, password: password.value, kind, isFilled };
      // A click on a button brings a submission with it.
      const words = JSON.stringify(message);
      if ((password === null && user === '') || words === last) return;
      last = words;
      send(message);
      if (password !== null) watch(elements, kind);
    }

    /** @param {unknown} element @param {string} [value] what Passfold wrote into it */
    function hasTyped(element, value) {
      if (!(element instanceof HTMLInputElement)) return;
      touched = element;
      last = '';
      if (value !== undefined) filled.set(element, value);
    }

    return Object.freeze({
      hasTyped,
      sent,

      /** @param {any} event a click or a key that the browser vouches for */
      pressed(event) {
        if (!event.isTrusted || touched === null) return;
        const target = event.composedPath()[0];
        if (event.type === 'keydown') {
          if (event.key === 'Enter' && target instanceof HTMLInputElement) sent();
        } else if (target instanceof Element && closest.call(target, BUTTONS) !== null) sent();
      },

      /** @param {any} event the form's own submission; a page's `requestSubmit` follows a person's key or click in some way of its own */
      submitted(event) {
        if (event.isTrusted) sent();
      },

      /** The page goes; what was typed last may be what a script has sent. */
      leaves() {
        clearTimeout(timer);
        sent();
        touched = null;
      },

      /** The page that came after a submission: does it ask for a password again? */
      state() {
        const shown = detector.classify(document).filter(({ element }) => tree.isVisible(element));
        const has = (/** @type {string} */ purpose) => shown.some((field) => field.purpose === purpose);
        const asks = has('new-password') ? 'new' : has('current-password') ? 'current' : 'none';
        send({ type: 'form-state', asks, saysError: saysError() });
      },
    });
  }

  return Object.freeze({ create });
})();
