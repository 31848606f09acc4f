// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// When a frame shows its mark. The test plays the parts to which it is connected.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import vm from 'node:vm';

const SOURCE = await readFile(new URL('../content/start.js', import.meta.url), 'utf8');

class Input {
  value = '';
  readOnly = false;
  type = 'text';
  form = {};
}

/** A document with one field for a code, which the user has touched. */
class Frame {
  hasFocus = true;
  shown = 0;
  looks = 0;
  /** @type {(() => void)[]} */
  idle = [];
  hasInput = true;
  /** The fields that the detector finds in the whole page. @type {any[]} */
  fields = [];
  /** The filled fields. @type {any[]} */
  filled = [];
  field = new Input();
  /** @type {unknown} */
  focused = null;
  /** @type {any[]} */
  sent = [];
  /** The field on which the browser's menu was opened. @type {object | null} */
  named = null;
  isTouched = true;
  /** @type {[object, string, (event: object) => void][]} */
  listeners = [];

  /** The field that was reported to the part for submissions as typed into. @type {any} */
  typedInto = null;
  /** The field that was reported to the part for the menu as clicked. @type {any} */
  clickedBefore = null;

  /** @param {{typed?: any, clicked?: any, hasFocus?: boolean}} [earlier] what happened before these scripts ran */
  constructor(isTouched = true, { typed = null, clicked = null, hasFocus = false } = {}) {
    this.isTouched = isTouched;
    this.focused = hasFocus ? this.field : null;
    const before = { typed, clicked };
    const { listeners } = this;
    const nothing = () => {};
    class EventTarget {
      addEventListener(/** @type {string} */ type, /** @type {(event: object) => void} */ listener) {
        listeners.push([this, type, listener]);
      }
    }
    this.window = Object.assign(new EventTarget(), { isSecureContext: true, origin: 'https://login.shop.example' });
    vm.runInNewContext(SOURCE, {
      EventTarget, HTMLInputElement: Input, window: this.window, document: {},
      navigator: { userActivation: { hasBeenActive: this.isTouched } }, requestAnimationFrame: nothing,
      chrome: { runtime: { onMessage: { addListener: (/** @type {(message: object) => void} */ hear) => (this.hear = hear) } } },
      PassfoldWatch: {
        send: (/** @type {object} */ message) => this.sent.push(message),
        join: (/** @type {{listen(): void, received(message: object): void}} */ wiring) => {
          wiring.listen();
          this.receives = wiring.received;
          return before;
        },
      },
      PassfoldDocumentTree: {
        hasFocus: () => this.hasFocus, focused: () => this.focused, isPrerendering: () => false, root: nothing,
        querySelector: () => (this.hasInput ? this.field : null), isSeen: (/** @type {any} */ element) => element.isSeen !== false,
      },
      PassfoldFieldDetector: {
        classifyAround: () => {
          this.looks += 1;
          return [{ element: this.field, purpose: 'one-time-code', group: null }];
        },
        classify: () => this.fields,
      },
      requestIdleCallback: (/** @type {() => void} */ callback) => this.idle.push(callback),
      PassfoldHint: { show: () => (this.shown += 1), hide: nothing, isOpen: () => this.shown > 0 },
      PassfoldClicked: {
        opened: nothing, isNamed: () => false, fieldFor: () => this.named, remember: (/** @type {any} */ field) => { this.clickedBefore = field; },
      },
      PassfoldFill: { fillPassword: (/** @type {any} */ element) => { this.filled.push(element); return 'filled'; } },
      PassfoldFillTargets: { together: (/** @type {any} */ own, /** @type {any[]} */ all) => all.filter(({ part }) => part === own.part) },
      PassfoldSubmission: {
        create: () => ({
          hasTyped: (/** @type {any} */ field) => { this.typedInto = field; }, pressed: nothing, submitted: nothing, leaves: nothing, state: nothing,
        }),
      },
    });
  }

  /** @param {string} type @param {unknown} target */
  happens(type, target) {
    for (const [on, name, listener] of this.listeners) {
      if (on === this.window && name === type) listener({ type, isTrusted: true, target, composedPath: () => [target] });
    }
  }

  /** Clicks into the field. */
  click() {
    this.focused = this.field;
    for (const type of ['focusin', 'pointerup', 'click']) this.happens(type, this.field);
  }
}

test('a click into a field shows the mark', () => {
  const frame = new Frame();
  frame.click();
  assert.equal(frame.shown, 1);
});

test('a click before the page has the focus, as while a popup closes, shows the mark once the page has it', () => {
  const frame = new Frame();
  frame.hasFocus = false;
  frame.click();
  assert.equal(frame.shown, 0, 'the mark was shown although the page has no focus');
  frame.hasFocus = true;
  frame.happens('focus', frame.window);
  assert.equal(frame.shown, 1);
});

test('a focused field for a code in an untouched page gets no mark, and is reported to the worker once', () => {
  const frame = new Frame(false);
  frame.focused = frame.field;
  for (const type of ['DOMContentLoaded', 'load']) frame.happens(type, frame.window);
  assert.equal(frame.shown, 0);
  assert.deepEqual(frame.sent.map(({ type, field }) => [type, field]), [['focus', 'one-time-code']]);
});

test('an untouched page in the background reports none of its fields to the worker', () => {
  const frame = new Frame(false);
  frame.hasFocus = false;
  frame.focused = frame.field;
  frame.happens('load', frame.window);
  assert.deepEqual(frame.sent, []);
});

test('a field that got the focus before these scripts ran gets its mark, and earlier events on it count', () => {
  const field = new Input();
  const frame = new Frame(true, { hasFocus: true, typed: field, clicked: field });
  assert.equal(frame.shown, 1);
  assert.deepEqual([frame.typedInto, frame.clickedBefore], [field, field]);
  assert.equal(new Frame(false, { hasFocus: true }).shown, 0, 'the mark was shown on an untouched page');
});

test('the field on which the browser’s menu was opened is reported with its purpose', () => {
  const frame = new Frame();
  frame.hear({ type: 'clicked', field: 'current-password' });
  frame.named = { element: frame.field, field: 'username' };
  frame.hear({ type: 'clicked', field: 'current-password' });
  assert.deepEqual(frame.sent.map(({ type, request, field }) => [type, request, field]), [
    ['clicked', null, 'current-password'], ['clicked', 1, 'username'],
  ]);
});

test('the popup’s button gets the user name that belongs to the password, and no hidden fields', () => {
  const frame = new Frame();
  const [news, trap, name, password] = [new Input(), Object.assign(new Input(), { isSeen: false }), new Input(), new Input()];
  frame.fields = [
    { element: news, purpose: 'username', part: 1 }, { element: trap, purpose: 'current-password', part: 2 },
    { element: name, purpose: 'username', part: 2 }, { element: password, purpose: 'current-password', part: 2 },
  ];
  frame.hear({ type: 'look', look: 5 });
  const numbers = Object.fromEntries(frame.sent[0].fields.map((/** @type {any} */ { field, request }) => [field, request]));
  for (const [field, element] of /** @type {[string, any][]} */ ([['username', name], ['current-password', password]])) {
    frame.filled = [];
    frame.receives({ type: 'fill', fill: 1, request: numbers[field], kind: 'password', user: 'anne', password: 'word' });
    assert.equal(frame.filled[0], element, field);
  }
});

test('a page with a field is classified once while it is idle, and a page without one is not', () => {
  const [page, empty] = [new Frame(), new Frame()];
  empty.hasInput = false;
  for (const frame of [page, empty]) {
    frame.happens('load', frame.window);
    assert.equal(frame.looks, 0, 'loading must not wait for the classification');
    for (const callback of [...frame.idle, ...frame.idle]) callback();
  }
  assert.equal(page.looks, 1);
  assert.equal(empty.looks, 0);
  assert.equal(page.shown, 0, 'the mark was shown on an untouched page');
});
