// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Prevents keys and clicks that were meant for the page from taking effect in the popup. A screen accepts none until it has been visible
// for a while, nor while the user continues typing or clicking. Cancelling is possible at any moment.

/** The time from the first paint of a screen to the first key or click that counts. */
export const SETTLE_MILLISECONDS = 500;
/** The time without any key or click before one counts. */
export const IDLE_MILLISECONDS = 300;
/** The maximum age of an event; one that seems older has the time of another clock. */
const OLDEST_EVENT_MILLISECONDS = 10_000;

const PRESSES = ['pointerdown', 'mousedown', 'touchstart'];
const CLICKS = ['pointerup', 'mouseup', 'touchend', 'click', 'auxclick', 'dblclick', 'contextmenu'];

/**
 * @param {object} parts
 * @param {EventTarget} parts.target the target that receives every event first
 * @param {() => number} parts.now milliseconds of the monotonic clock of the events' `timeStamp`
 * @param {(action: () => void) => void} parts.afterPaint calls the action once the current drawing has been painted and is visible
 * @param {(action: () => void, milliseconds: number) => any} parts.setTimer
 * @param {(timer: any) => void} parts.clearTimer
 * @param {(isReady: boolean) => void} parts.changed
 * @param {() => void} parts.giveUp
 * @param {(event: any) => boolean} [parts.isHarmless] whether an event can release, create or change nothing: it counts immediately
 */
export function createInputGuard({ target, now, afterPaint, setTimer, clearTimer, changed, giveUp, isHarmless = () => false }) {
  /** @type {number | null} */
  let paintedAt = null;
  let disturbedAt = -Infinity;
  let screen = 0;
  /** @type {any} */
  let timer = null;
  let isPressTaken = false;
  /** The codes of pressed keys whose press was accepted. @type {Set<string>} */
  const takenKeys = new Set();

  const readyAt = () => (paintedAt === null ? Infinity : Math.max(paintedAt + SETTLE_MILLISECONDS, disturbedAt + IDLE_MILLISECONDS));
  const isReady = () => now() >= readyAt();
  /**
   * Returns when the user pressed. On a busy computer, the popup receives events later, and a single burst would seem to have pauses.
   * @param {any} event
   */
  const pressedAt = ({ timeStamp }) => {
    const age = now() - timeStamp;
    return age >= 0 && age <= OLDEST_EVENT_MILLISECONDS ? timeStamp : now();
  };
  /** @param {any} event */
  const counts = (event) => isHarmless(event) || pressedAt(event) >= readyAt();

  function tell() {
    clearTimer(timer);
    const ready = isReady();
    changed(ready);
    if (!ready && paintedAt !== null) timer = setTimer(tell, readyAt() - now());
  }

  /** @param {any} event */
  function swallow(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (counts(event)) return;
    disturbedAt = Math.max(disturbedAt, pressedAt(event));
    tell();
  }

  target.addEventListener('keydown', (/** @type {any} */ event) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      giveUp();
    } else if (event.repeat && (event.key === 'Enter' || event.key === ' ')) swallow(event);
    else if (!counts(event) || (event.repeat && !takenKeys.has(event.code))) swallow(event);
    else takenKeys.add(event.code);
  }, true);
  target.addEventListener('keyup', (/** @type {any} */ event) => {
    if (!takenKeys.delete(event.code)) swallow(event);
  }, true);
  for (const type of ['keypress', 'beforeinput']) {
    target.addEventListener(type, (event) => {
      if (!counts(event)) swallow(event);
    }, true);
  }
  for (const type of PRESSES) {
    target.addEventListener(type, (event) => {
      isPressTaken = counts(event);
      if (!isPressTaken) swallow(event);
    }, true);
  }
  for (const type of CLICKS) {
    target.addEventListener(type, (/** @type {any} */ event) => {
      // A click without a press comes from the keyboard or from a screen reader.
      const isTaken = type === 'click' && event.detail === 0 ? counts(event) : isPressTaken && counts(event);
      if (!isTaken) swallow(event);
    }, true);
  }

  return {
    get isReady() {
      return isReady();
    },

    /** Starts the wait again, because the user sees a new screen, or sees it again. */
    begin() {
      screen += 1;
      const begun = screen;
      paintedAt = null;
      isPressTaken = false;
      takenKeys.clear();
      tell();
      afterPaint(() => {
        if (begun !== screen) return;
        paintedAt = now();
        tell();
      });
    },
  };
}
