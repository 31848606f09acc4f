// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What the worker itself shows in the popup, in the language of the moment, for pictures of it.

import { followingCode, madePasskey, madePasskeyKept, removedPasskey, signInChallenge } from '../../shared/around-texts.js';
import { connectionProblem, failureProblem, pairingProblem } from '../../shared/problems.js';
import { POPUP, pairingDone, question, setUpDone, suggestionRows, worded } from '../../shared/texts.js';

const SITE = 'login.shop.example';
const LONG = 'A service with a long name, as some companies choose them for reasons of their own';

/** @param {string} kind @param {string} account @param {string} provider */
const item = (kind, account, provider) => ({ kind, service: 'shop.example', account, provider, token: '' });

/** @returns {Record<string, object>} screens by name */
export function popupScreens() {
  const suggestions = { selected: null, note: null, providers: [], kind: 'suggestions', site: SITE };
  const mixed = suggestionRows({
    items: [item('passkey', 'anne', 'Passfold'), item('password', 'anne', 'Passfold'), item('password', 'ben', 'Other Vault')],
    locked: [{ provider: 'Third Vault' }],
    canList: true,
  }, 'username');
  const none = { rows: [], all: null };
  const states = ['unlocked', 'locked', 'resting', 'noVault', 'disabled', 'failed'];
  const row = { subtitle: '', code: null, validUntil: null, period: null, match: true, kind: '', provider: 'Passfold' };
  const broker = {
    number: 0, kind: 'list', title: '', source: '', message: null, details: [], confirmLabel: null, destructive: false, busy: false,
    searchable: true, heading: { code: 'sign-in-with-passkey', subject: 'shop.example' },
    rows: [
      { ...row, id: 'b0', title: 'anne@shop.example', kind: 'passkey' },
      { ...row, id: 'b1', title: 'ענת', kind: 'passkey', provider: 'Other Vault' },
      { ...row, id: 'b2', title: '', kind: 'locked', provider: 'Third Vault', match: null },
      { ...row, id: 'b3', title: '', kind: 'new-passkey', match: null },
    ],
  };
  const codes = suggestionRows({
    items: [item('one-time-code', 'anne@shop.example', 'Passfold'), item('one-time-code', 'ben', 'Passfold')], locked: [], canList: true,
  }, 'one-time-code');
  const passwords = suggestionRows({
    items: [item('password', 'anne@shop.example', 'Passfold')], locked: [{ provider: 'Third Vault' }], canList: false,
  }, 'current-password');
  const made = { service: 'shop.example', account: 'anne@shop.example' };
  return {
    suggestions: { ...suggestions, title: question('username'), ...mixed },
    home: {
      ...suggestions, site: '', title: POPUP.home, ...none, note: POPUP.noField,
      providers: states.map((state, index) => ({ name: index === 3 ? LONG : `Vault ${index + 1}`, state })),
    },
    fresh: { ...suggestions, title: question('one-time-code'), ...mixed, note: POPUP.freshSuggestions },
    nothing: { ...suggestions, title: question('one-time-code'), ...none },
    broker: { kind: 'view', site: SITE, view: worded(/** @type {any} */ (broker)) },
    waiting: { kind: 'waiting', site: SITE, title: POPUP.setUpWaiting },
    'host-missing': { kind: 'problem', site: SITE, problem: connectionProblem('hostMissing') },
    'not-connected': { kind: 'problem', site: SITE, problem: pairingProblem('unknownKey') },
    'connecting-elsewhere': { kind: 'problem', site: '', problem: pairingProblem('pairingElsewhere') },
    'link-refused': { kind: 'problem', site: SITE, problem: failureProblem('badSetUpLink', 'unsupportedEncoding') },
    'provider-failed': { kind: 'problem', site: SITE, problem: failureProblem('providerFailed', LONG) },
    'following-code': { ...suggestions, title: followingCode('anne@shop.example'), ...codes, selected: 'item-0' },
    'made-passkey': { kind: 'made-passkey', site: 'shop.example', ...madePasskey(made) },
    'removed-passkey': { kind: 'done', site: 'shop.example', ...removedPasskey(made) },
    'made-passkey-kept': { kind: 'done', site: 'shop.example', ...madePasskeyKept(made) },
    challenge: { ...suggestions, ...signInChallenge(''), ...passwords },
    'challenge-refused': { ...suggestions, ...signInChallenge('refused'), ...passwords },
    'pairing-begins': { kind: 'pairing', digits: null },
    pairing: { kind: 'pairing', digits: '382914' },
    paired: { kind: 'done', site: '', ...pairingDone() },
    'set-up': { kind: 'done', site: SITE, ...setUpDone('shop.example', 'anne@shop.example') },
  };
}
