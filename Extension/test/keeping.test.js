// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// From a submission to an offer: what the worker keeps, for how long, and what counts as a success.

import assert from 'node:assert/strict';
import test from 'node:test';

import { HOLDS_MILLISECONDS, NAME_HOLDS_MILLISECONDS, areRelated, createKeeping } from '../background/keeping/keeping.js';
import { createNeverHere } from '../background/keeping/never-here.js';
import { outcomeOf } from '../background/keeping/outcome.js';
import { readFrameMessage } from '../shared/messages.js';

/** @type {[string, 'sign-in' | 'sign-up' | 'change', any, string][]} */
const OUTCOMES = [
  ['a sign-in before a page without passwords', 'sign-in', { asks: 'none', saysError: false }, 'succeeded'],
  ['a sign-in before a page with an error and nothing to fill in', 'sign-in', { asks: 'none', saysError: true }, 'failed'],
  ['a sign-in before another site', 'sign-in', null, 'succeeded'],
  ['a sign-in before its form again', 'sign-in', { asks: 'current', saysError: false }, 'failed'],
  ['a sign-in before its first step again', 'sign-in', { asks: 'name', saysError: false }, 'failed'],
  ['a sign-in before the question for a code', 'sign-in', { asks: 'code', saysError: false }, 'waits'],
  ['a sign-in before a page for a new password', 'sign-in', { asks: 'new', saysError: false }, 'succeeded'],
  ['a sign-in before a sign-up form with an error', 'sign-in', { asks: 'new', saysError: true }, 'failed'],
  ['a sign-up before a sign-in', 'sign-up', { asks: 'current', saysError: false }, 'succeeded'],
  ['a sign-up before its form again', 'sign-up', { asks: 'new', saysError: false }, 'failed'],
  ['a sign-up before a sign-in with an error', 'sign-up', { asks: 'current', saysError: true }, 'failed'],
  ['a change before its form, emptied', 'change', { asks: 'new', saysError: false }, 'succeeded'],
  ['a change before its form with an error', 'change', { asks: 'new', saysError: true }, 'failed'],
];
for (const [name, kind, state, expected] of OUTCOMES) {
  test(`judges ${name}: ${expected}`, () => assert.equal(outcomeOf({ kind, isSubmitted: true }, state), expected));
}

test('a press without a submission is not a success if another site follows', () => {
  assert.equal(outcomeOf({ kind: 'sign-in', isSubmitted: false }, null), 'failed');
});

/** The worker's part with its own clock, one tab and its offers. */
class Keeping {
  time = 1_000_000;
  /** @type {any[]} */
  offered = [];
  /** @type {{action: () => void, due: number}[]} */
  timers = [];
  /** @type {string[]} */
  refused = [];
  /** The answer of the next page's content script; null if it does not answer. @type {any} */
  state = { asks: 'none', saysError: false };
  frame = this.frameOf('https://login.shop.example');
  ancestors = /** @type {string[]} */ ([]);
  /** Settles once the browser has identified the frames around one. */
  naming = Promise.resolve();

  constructor() {
    this.part = createKeeping({
      frames: /** @type {any} */ ({
        contextOf: async (/** @type {any} */ { origin }) => {
          await this.naming;
          return { origin, ancestorOrigins: this.ancestors };
        },
      }),
      fieldScripts: {
        sendMessage: async () => {
          if (this.state === null) throw new Error('Receiving end does not exist.');
          this.part.formState(this.frame, this.state);
        },
      },
      neverHere: { has: async (host) => this.refused.includes(host) },
      offer: (one) => void this.offered.push(one),
      randomId: () => 'session',
      now: () => this.time,
      setTimer: (action, milliseconds) => this.timers.push({ action, due: this.time + milliseconds }),
      clearTimer: () => {},
    });
  }

  /** @param {string} origin @returns {any} */
  frameOf(origin, tab = 1, frame = 0) {
    return { tab, frame, origin };
  }

  /** @param {object} [more] */
  async submit(more = {}) {
    await this.part.submitted(this.frame, { user: 'anne', password: 'typed-1', kind: 'sign-in', isFilled: false, isSubmitted: true, ...more });
  }

  /** @param {number} milliseconds */
  pass(milliseconds) {
    this.time += milliseconds;
    const due = this.timers.filter((one) => one.due <= this.time);
    this.timers = this.timers.filter((one) => one.due > this.time);
    for (const { action } of due) action();
  }

  /** Gives the frame another document, and lets time pass until it has been examined. */
  async goesOn() {
    this.part.navigated({ tabId: 1, frameId: 0 });
    this.pass(500);
    for (let turn = 0; turn < 10; turn += 1) await null;
  }
}

test('a success is offered once the browser has identified the frames around its form, and never inside a page of another origin', async () => {
  for (const [ancestors, count] of /** @type {[string[], number][]} */ ([[['https://login.shop.example'], 1], [['https://other.example'], 0]])) {
    const keeping = new Keeping();
    let named = () => {};
    keeping.naming = new Promise((resolve) => void (named = () => resolve(undefined)));
    keeping.ancestors = ancestors;
    const submitted = keeping.submit();
    keeping.part.formGone(keeping.frame, { asks: 'none', saysError: false });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(keeping.offered.length, 0);
    named();
    await submitted;
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(keeping.offered.length, count);
    for (const { context } of keeping.offered) assert.deepEqual(context.ancestorOrigins, ancestors);
  }
});

test('a submitted password is offered once the next page asks for no password', async () => {
  const world = new Keeping();
  await world.submit();
  assert.deepEqual(world.offered, []);
  await world.goesOn();
  assert.deepEqual(world.offered.map(({ user, password, host }) => [user, password, host]), [['anne', 'typed-1', 'login.shop.example']]);
  await world.goesOn();
  assert.equal(world.offered.length, 1);
});

test('a form that is shown again causes no offer, and the next attempt counts separately', async () => {
  const world = new Keeping();
  world.state = { asks: 'current', saysError: true };
  await world.submit();
  await world.goesOn();
  assert.deepEqual(world.offered, []);
  world.state = { asks: 'none', saysError: false };
  await world.submit({ password: 'typed-2' });
  await world.goesOn();
  assert.deepEqual(world.offered.map(({ password }) => password), ['typed-2']);
});

test('the offer waits for a second step', async () => {
  const world = new Keeping();
  world.state = { asks: 'code', saysError: false };
  await world.submit();
  await world.goesOn();
  assert.deepEqual(world.offered, []);
  world.state = { asks: 'none', saysError: false };
  await world.goesOn();
  assert.equal(world.offered.length, 1);
});

test('a form that disappears while its page stays causes an offer, but only in its own frame', async () => {
  const world = new Keeping();
  await world.submit();
  const state = /** @type {const} */ ({ asks: 'none', saysError: false });
  world.part.formGone(world.frameOf('https://other.example'), state);
  world.part.formGone(world.frameOf('https://login.shop.example', 1, 7), state);
  assert.deepEqual(world.offered, []);
  world.part.formGone(world.frame, state);
  for (let turn = 0; turn < 5; turn += 1) await null;
  assert.equal(world.offered.length, 1);
});

test('filled passwords, forms inside another site’s page and refused sites cause no offer', async () => {
  for (const arrange of [
    (/** @type {Keeping} */ world) => world.submit({ isFilled: true }),
    (/** @type {Keeping} */ world) => {
      world.ancestors = ['https://other.example'];
      return world.submit();
    },
    (/** @type {Keeping} */ world) => {
      world.refused = ['login.shop.example'];
      return world.submit();
    },
  ]) {
    const world = new Keeping();
    await arrange(world);
    await world.goesOn();
    assert.deepEqual(world.offered, []);
  }
});

test('a password is forgotten after three minutes, and when its tab closes', async () => {
  const world = new Keeping();
  await world.submit();
  assert.equal(world.part.holds, 1);
  world.pass(HOLDS_MILLISECONDS);
  assert.equal(world.part.holds, 0, 'the password must be forgotten without an event in the tab');
  await world.goesOn();
  await world.submit();
  world.part.tabGone(1);
  await world.goesOn();
  const closing = world.submit();
  world.part.tabGone(1);
  await closing;
  assert.equal(world.part.holds, 0);
  assert.deepEqual(world.offered, []);
});

test('a user name from an earlier page of a related host belongs to the password for five minutes', async () => {
  /** @param {string} origin @param {number} later */
  async function userAfter(origin, later) {
    const world = new Keeping();
    world.part.named(world.frameOf(origin), { user: 'frank' });
    world.pass(later);
    await world.submit({ user: '' });
    await world.goesOn();
    return world.offered[0].user;
  }
  assert.equal(await userAfter('https://shop.example', 1000), 'frank');
  assert.equal(await userAfter('https://other.example', 1000), '');
  assert.equal(await userAfter('https://login.shop.example', NAME_HOLDS_MILLISECONDS + 1), '');
  for (const [one, other] of [['one.co.uk', 'other.co.uk'], ['a.github.io', 'b.github.io'], ['one.example', 'other.example']]) {
    assert.equal(areRelated(one, other), false);
  }
});

test('a generated password is offered in the session of its form', async () => {
  const world = new Keeping();
  world.part.wasMade(world.frame, { password: 'made-1', kind: 'STRONG', session: 'of the form' });
  await world.submit({ password: 'made-1', kind: 'sign-up' });
  await world.goesOn();
  assert.deepEqual(world.offered.map(({ session, passwordKind }) => [session, passwordKind]), [['of the form', 'STRONG']]);
  await world.submit({ password: 'typed-2', kind: 'sign-up' });
  await world.goesOn();
  assert.equal(world.offered[1].passwordKind, null);
});

test('refused sites are stored once, by host', async () => {
  /** @type {any} */
  let kept = {};
  const storage = { get: async (/** @type {object} */ defaults) => ({ ...defaults, ...kept }), set: async (/** @type {object} */ values) => (kept = values) };
  const neverHere = createNeverHere({ storage });
  await neverHere.add('shop.example');
  await neverHere.add('shop.example');
  assert.deepEqual(kept, { neverHere: ['shop.example'] });
  assert.equal(await neverHere.has('shop.example'), true);
  assert.equal(await neverHere.has('login.shop.example'), false);
});

test('a frame cannot send an unbounded password, nor a form state in its own words', () => {
  const sent = { type: 'submitted', user: 'anne', password: 'x', kind: 'sign-in', isFilled: false, isSubmitted: false };
  assert.deepEqual(readFrameMessage({ ...sent, origin: 'https://other.example' }), sent);
  for (const wrong of [{ password: 'x'.repeat(1025) }, { password: '' }, { user: 5 }, { kind: 'theft' }]) {
    assert.equal(readFrameMessage({ ...sent, ...wrong }), null);
  }
  assert.equal(readFrameMessage({ type: 'form-state', asks: 'everything' }), null);
  assert.deepEqual(readFrameMessage({ type: 'open', request: 1, field: 'new-password', rules: 'minlength: 9;' }), {
    type: 'open', request: 1, field: 'new-password', rules: 'minlength: 9;',
  });
});
