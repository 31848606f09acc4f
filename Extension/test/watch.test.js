// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The scripts of every frame, when they request the scripts for fields, and what the worker does then.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import vm from 'node:vm';

import { FIELD_SCRIPTS } from '../background/field-scripts.js';
import { FakePort, settle } from './support/fake-chrome.js';
import { Walk } from './support/walk.js';

const MANIFEST = JSON.parse(await readFile(new URL('../manifest/base.json', import.meta.url), 'utf8'));
const SOURCES = await Promise.all(MANIFEST.content_scripts[0].js.map((/** @type {string} */ file) => readFile(new URL(`../${file}`, import.meta.url), 'utf8')));

class Input {}

/** A document that may have a field, with the scripts of the manifest in its content world. */
class Frame {
  hasField = false;
  isPrerendering = false;
  /** @type {[string, (event: any) => void][]} */
  listeners = [];
  /** @type {(() => void)[]} */
  idle = [];
  /** @type {(() => void)[]} */
  timers = [];
  /** The one-shot messages to the worker, and the functions that answer them. @type {{message: any, answer: () => void}[]} */
  asked = [];
  /** @type {FakePort[]} */
  ports = [];
  isOrphaned = false;

  constructor({ isSecureContext = true, origin = 'https://shop.example', hasAPI = true } = {}) {
    const frame = this;
    class EventTarget {
      addEventListener(/** @type {string} */ type, /** @type {(event: any) => void} */ listener) {
        if (!frame.listeners.some(([name, own]) => name === type && own === listener)) frame.listeners.push([type, listener]);
      }
    }
    class Document {
      querySelector(/** @type {string} */ selector) {
        return selector === 'input' && frame.hasField ? new Input() : null;
      }
      get prerendering() {
        return frame.isPrerendering;
      }
    }
    const runtime = {
      sendMessage: (/** @type {any} */ message, /** @type {() => void} */ answer) => {
        if (this.isOrphaned) throw new Error('Extension context invalidated.');
        this.asked.push({ message, answer });
      },
      connect: ({ name }) => {
        if (this.isOrphaned) throw new Error('Extension context invalidated.');
        this.ports.push(new FakePort(name, undefined));
        return this.ports.at(-1);
      },
    };
    this.window = Object.assign(new EventTarget(), { isSecureContext, origin });
    // Images of these names replace the document's own properties.
    this.document = Object.assign(new Document(), { querySelector: () => new Input() });
    Object.defineProperty(this.document, 'prerendering', { value: new Input() });
    this.context = vm.createContext({
      EventTarget, Document, HTMLInputElement: Input, HTMLAnchorElement: class {}, WeakRef, window: this.window, document: this.document,
      MutationObserver: class {
        constructor(/** @type {() => void} */ heard) { frame.emptied = heard; }
        observe() {}
      },
      navigator: {}, setTimeout: (/** @type {() => void} */ action) => this.timers.push(action),
      requestIdleCallback: (/** @type {() => void} */ action) => this.idle.push(action),
      ...(hasAPI ? { chrome: { runtime } } : {}),
    });
    this.run();
  }

  run() {
    for (const source of SOURCES) vm.runInContext(source, this.context);
  }

  /** @param {string} type @param {object} [members] */
  happens(type, members = {}) {
    const { target = this.window } = /** @type {any} */ (members);
    const event = { type, isTrusted: true, target, button: 0, composedPath: () => [target], stopImmediatePropagation() {}, preventDefault() {}, ...members };
    for (const [name, listener] of [...this.listeners]) if (name === type) listener(event);
  }

  /** Lets the browser be idle, and time pass. */
  rests() {
    while (this.idle.length + this.timers.length > 0) for (const action of [...this.idle.splice(0), ...this.timers.splice(0)]) action();
  }

  /** Injects the scripts for fields. */
  joins() {
    /** @type {any[]} */
    const received = [];
    const wiring = { listened: 0, listen() { this.listened += 1; }, received: (/** @type {any} */ message) => received.push(message), orphaned() {} };
    const before = this.context.PassfoldWatch.join(wiring);
    return { wiring, received, before };
  }
}

test('a page without a field requests nothing and calls no function of the extension', () => {
  const frame = new Frame({ hasAPI: false });
  for (const type of ['load', 'pageshow', 'click', 'contextmenu']) frame.happens(type);
  frame.happens('focusin', { target: {} });
  frame.rests();
  frame.rests();
});

test('the scripts that every frame gets are few and small', () => {
  const bytes = SOURCES.reduce((sum, source) => sum + source.length, 0);
  assert.ok(bytes < 16_000, `${bytes} bytes`);
});

test('a page with a field requests the scripts once, when it is idle', () => {
  const frame = new Frame();
  frame.hasField = true;
  frame.happens('load');
  assert.equal(frame.asked.length, 0, 'loading must not wait for the scripts');
  frame.rests();
  frame.happens('click');
  frame.happens('focusin', { target: new Input() });
  assert.deepEqual(frame.asked.map(({ message }) => message.type), ['passfold-fields']);
});

for (const [name, happen] of /** @type {[string, (frame: Frame) => void][]} */ ([
  ['gets the focus', (frame) => frame.happens('focusin', { target: new Input() })],
  ['is typed into', (frame) => frame.happens('input', { target: new Input() })],
  ['appears after a click', (frame) => {
    frame.happens('click');
    frame.hasField = true;
    frame.rests();
  }],
  ['appears some time after the page was loaded', (frame) => {
    frame.happens('load');
    frame.hasField = true;
    frame.rests();
  }],
])) {
  test(`the scripts for fields are requested when a field ${name}`, () => {
    const frame = new Frame();
    happen(frame);
    assert.equal(frame.asked.length, 1);
  });
}

test('events dispatched by a script request nothing', () => {
  const frame = new Frame();
  for (const type of ['focusin', 'input', 'contextmenu']) frame.happens(type, { target: new Input(), isTrusted: false });
  assert.equal(frame.asked.length, 0);
  assert.deepEqual({ ...frame.joins().before }, { typed: null, clicked: null });
});

test('nothing is requested on an unencrypted page or in a document with an opaque origin', () => {
  for (const frame of [new Frame({ isSecureContext: false }), new Frame({ origin: 'null' })]) {
    frame.happens('focusin', { target: new Input() });
    assert.equal(frame.asked.length, 0);
  }
});

test('the next event requests the scripts again if the worker could not inject them', () => {
  const frame = new Frame();
  frame.happens('focusin', { target: new Input() });
  frame.asked[0].answer();
  frame.happens('focusin', { target: new Input() });
  assert.equal(frame.asked.length, 2);
});

test('a prerendered page requests and sends nothing before it is shown', () => {
  const frame = new Frame();
  frame.isPrerendering = true;
  frame.hasField = true;
  frame.happens('load');
  frame.rests();
  frame.context.PassfoldWatch.send({ type: 'passkey-get', id: 'p1' });
  assert.deepEqual([frame.asked.length, frame.ports.length], [0, 0]);
  frame.isPrerendering = false;
  frame.happens('prerenderingchange');
  frame.rests();
  assert.equal(frame.asked.length, 1);
  assert.deepEqual(frame.ports[0].sent, [{ type: 'passkey-get', id: 'p1' }]);
});

test('the scripts for fields receive the fields that the user used before', () => {
  const frame = new Frame();
  const [first, second] = [new Input(), new Input()];
  frame.happens('input', { target: first });
  frame.happens('contextmenu', { target: second });
  const { before, received } = frame.joins();
  assert.equal(before.typed, first);
  assert.equal(before.clicked, second);
  frame.context.PassfoldWatch.send({ type: 'focus' });
  frame.ports[0].says({ type: 'fill', request: 1 });
  assert.deepEqual(received.map(({ type }) => type), ['fill']);
});

test('an emptied document gets its listeners again, including those of the scripts for fields', () => {
  const frame = new Frame();
  const { wiring } = frame.joins();
  assert.equal(wiring.listened, 1);
  frame.listeners = [];
  frame.emptied();
  assert.equal(wiring.listened, 2);
  assert.ok(['message', 'click', 'focusin'].every((type) => frame.listeners.some(([name]) => name === type)));
  // If a window's first, empty document is replaced by another, the scripts run once more.
  frame.run();
  assert.equal(wiring.listened, 3);
});

test('the port is closed when the page is left, and another is opened for the next message', () => {
  const frame = new Frame();
  const { send } = frame.context.PassfoldWatch;
  send({ type: 'focus' });
  frame.happens('pagehide');
  assert.equal(frame.ports[0].closed, true);
  send({ type: 'focus' });
  assert.equal(frame.ports.length, 2);
});

test('a page left behind by an update of the extension stays quiet, and its passkeys are left to the browser', () => {
  const frame = new Frame();
  /** @type {any[]} */
  const told = [];
  const page = { onmessage: (/** @type {any} */ _) => {}, postMessage: (/** @type {any} */ message) => told.push({ ...message }) };
  frame.happens('message', { data: 'passfold-passkeys', source: frame.window, ports: [page] });
  frame.isOrphaned = true;
  frame.happens('focusin', { target: new Input() });
  page.onmessage({ data: { type: 'get', id: 'p1', options: '{}' } });
  assert.deepEqual(told.at(-1), { id: 'p1', outcome: 'native' });
});

test('the worker injects the scripts for fields only into the requesting document, as the browser identifies it', async () => {
  const { chrome } = new Walk();
  chrome.frameAnswers = undefined;
  const ask = (/** @type {any} */ sender, message = { type: 'passfold-fields' }) => chrome.runtime.onMessage.emit(message, sender, () => {});
  ask({ id: chrome.runtime.id, tab: { id: 7 }, frameId: 4, documentId: 'document-4' });
  ask({ id: chrome.runtime.id, tab: { id: 7 }, frameId: 4 });
  assert.deepEqual(chrome.injected, [
    { target: { tabId: 7, documentIds: ['document-4'] }, files: FIELD_SCRIPTS, injectImmediately: true },
    { target: { tabId: 7, frameIds: [4] }, files: FIELD_SCRIPTS, injectImmediately: true },
  ]);
  ask({ id: 'another-extension', tab: { id: 7 }, frameId: 0 });
  ask({ id: chrome.runtime.id });
  ask({ id: chrome.runtime.id, tab: { id: 7 }, frameId: 0 }, { type: 'passfold-else' });
  await settle();
  assert.equal(chrome.injected.length, 2);
});

test('a frame without the scripts for fields gets them before it gets a message', async () => {
  const walk = new Walk((chrome) => {
    chrome.frames.push({ frameId: 4, parentFrameId: 0, url: 'https://login.shop.example/in', documentId: 'document-4' });
    chrome.frameAnswers = undefined;
  });
  const executeScript = walk.chrome.scripting.executeScript;
  walk.chrome.scripting.executeScript = async (what) => {
    // Only now does the frame receive the worker's message.
    walk.chrome.connectFrame({ frameId: what.target.frameIds[0], documentId: 'd' }).fields = [];
    return executeScript(what);
  };
  walk.chrome.connectPopup();
  await settle();
  assert.deepEqual(walk.chrome.injected.map(({ target }) => target), [{ tabId: 7, frameIds: [0] }, { tabId: 7, frameIds: [4] }]);
});
