// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Which input the popup accepts and which it ignores. The test controls time, paint and events.

import assert from 'node:assert/strict';
import test from 'node:test';

import { createInputGuard } from '../popup/input-guard.js';

/** A popup's window with a clock, in which the test presses keys and mouse buttons. */
class Window {
  time = 1000;
  isReady = false;
  givenUp = 0;
  /** @type {string[]} */
  heard = [];
  /** @type {(() => void)[]} */
  paints = [];
  /** @type {{at: number, act: () => void} | null} */
  timer = null;
  target = new EventTarget();

  constructor() {
    this.guard = createInputGuard({
      target: this.target,
      now: () => this.time,
      afterPaint: (act) => this.paints.push(act),
      setTimer: (act, milliseconds) => (this.timer = { at: this.time + milliseconds, act }),
      clearTimer: () => (this.timer = null),
      changed: (isReady) => (this.isReady = isReady),
      giveUp: () => (this.givenUp += 1),
    });
    // The popup's own listeners run after the guard's.
    for (const type of ['keydown', 'keyup', 'click', 'pointerdown', 'beforeinput']) {
      this.target.addEventListener(type, () => this.heard.push(type));
    }
  }

  paint() {
    for (const act of this.paints.splice(0)) act();
  }

  /** @param {number} milliseconds */
  wait(milliseconds) {
    this.time += milliseconds;
    if (this.timer !== null && this.timer.at <= this.time) this.timer.act();
  }

  /** @param {string} type @param {object} members @param {number} at the time of the press; the popup may receive it later */
  send(type, members = {}, at = this.time) {
    const before = this.heard.length;
    const event = Object.assign(new Event(type, { cancelable: true }), members);
    Object.defineProperty(event, 'timeStamp', { value: at });
    this.target.dispatchEvent(event);
    return this.heard.length > before && !event.defaultPrevented;
  }

  /** @param {string} key */
  key(key, members = {}) {
    const down = this.send('keydown', { key, code: key, repeat: false, ...members });
    return [down, this.send('keyup', { key, code: key })];
  }

  click(at = this.time) {
    this.send('pointerdown', {}, at);
    return this.send('click', { detail: 1 }, at);
  }

  shown() {
    this.guard.begin();
    this.paint();
    return this;
  }
}

const opened = () => new Window().shown();

test('input is ignored within 500 ms of the first paint, and accepted afterwards', () => {
  for (const milliseconds of [0, 100, 199]) {
    const window = opened();
    window.wait(milliseconds);
    assert.deepEqual(window.key('Enter'), [false, false]);
    assert.equal(window.click(), false);
    assert.equal(window.send('click', { detail: 0 }), false, 'a screen reader’s click was accepted');
  }
  const window = opened();
  window.wait(499);
  assert.equal(window.isReady, false);
  window.wait(1);
  assert.equal(window.isReady, true);
  assert.deepEqual(window.key('Enter'), [true, true]);
  assert.equal(window.click(), true);
});

test('the time runs from the paint, not from the drawing', () => {
  const window = new Window();
  window.guard.begin();
  window.wait(5000);
  assert.equal(window.click(), false, 'a click was accepted before the popup was visible');
  window.paint();
  window.wait(400);
  assert.equal(window.click(), false);
  window.wait(400);
  assert.equal(window.click(), true);
});

test('input is ignored while the user continues typing or clicking', () => {
  const window = opened();
  for (let times = 0; times < 20; times += 1) {
    window.wait(200);
    assert.deepEqual(window.key('Enter'), [false, false]);
    assert.equal(window.click(), false);
  }
  window.wait(299);
  assert.equal(window.isReady, false);
  window.wait(1);
  assert.equal(window.isReady, true);
});

test('on a busy computer, the time of a press counts, not the time at which the popup receives it', () => {
  const window = opened();
  window.wait(600);
  assert.equal(window.click(window.time - 101), false, '499 ms after the paint');
  assert.equal(window.send('keydown', { key: 'Enter', code: 'Enter', repeat: false }, window.time - 101), false);
  // A burst of clicks that the popup receives with a pause in it.
  const burst = opened();
  burst.click();
  burst.wait(900);
  assert.equal(burst.click(burst.time - 850), false);
  assert.equal(burst.click(burst.time - 600), false);
  assert.equal(burst.click(), true, 'the user’s next click must count');
});

test('a time from another clock is ignored', () => {
  for (const at of [-1_763_690_400_000, 0, 1_763_690_400_000]) {
    const window = opened();
    window.wait(20_000);
    assert.equal(window.click(at), true);
    const early = opened();
    early.wait(100);
    assert.equal(early.click(at), false);
  }
});

test('a key or button pressed too early does nothing when it is released', () => {
  const window = opened();
  window.send('keydown', { key: ' ', code: 'Space', repeat: false });
  window.send('pointerdown');
  window.wait(900);
  assert.equal(window.send('keydown', { key: ' ', code: 'Space', repeat: true }), false);
  assert.equal(window.send('keydown', { key: 'ArrowDown', code: 'ArrowDown', repeat: true }), false);
  assert.equal(window.send('keyup', { key: ' ', code: 'Space' }), false);
  assert.equal(window.send('click', { detail: 1 }), false);
  assert.equal(window.click(), true, 'the user’s next press must count');
});

test('a held Enter picks at most once', () => {
  const window = opened();
  window.wait(600);
  assert.equal(window.send('keydown', { key: 'Enter', code: 'Enter', repeat: false }), true);
  assert.equal(window.send('keydown', { key: 'Enter', code: 'Enter', repeat: true }), false);
});

test('the wait starts again for each new screen, and a paint of the previous screen does not count', () => {
  const window = opened();
  window.wait(600);
  window.guard.begin();
  assert.equal(window.isReady, false);
  window.guard.begin();
  const [early, late] = window.paints.splice(0);
  early();
  window.wait(1000);
  assert.equal(window.click(), false);
  late();
  window.wait(500);
  assert.equal(window.click(), true);
});

test('Escape cancels at any moment', () => {
  const window = new Window();
  window.key('Escape');
  assert.equal(window.givenUp, 1);
});
