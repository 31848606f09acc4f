// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The screens that the worker shows in the popup, in the current language, for pictures of them.

import { SECTIONS } from '../../shared/home-acts.js';
import { changeCommand, fileText, partLabel, saveCommand, valueText } from '../../shared/entry-texts.js';
import { SAID, entryDetails, fittingRow, removedText } from '../../shared/home-texts.js';
import { USUAL } from '../../shared/random-password.js';
import { followingCode, madePasskey, madePasskeyKept, removedPasskey, signInChallenge } from '../../shared/around-texts.js';
import { connectionProblem, failureProblem, pairingProblem } from '../../shared/problems.js';
import { POPUP, pairingDone, question, setUpDone, suggestionRows, worded } from '../../shared/texts.js';
import { vaultProblem } from '../../shared/vault-problems.js';

const SITE = 'login.shop.example';
const LONG = 'A service with a long name, as some companies choose them for reasons of their own';

/** @param {string} kind @param {string} account @param {string} provider */
const item = (kind, account, provider) => ({ kind, service: 'shop.example', account, provider, token: '' });

/** Returns the pages of the home. @returns {Record<string, object>} */
function homePages() {
  const entry = { record: 'r1', kind: 'password', title: 'Shop', services: ['shop.example', 'https://login.shop.example/'], user: 'anne@shop.example', pending: false, favourite: false, tags: [] };
  const until = Date.now() / 1000 + 21;
  /** @param {string} record @param {string} kind @param {string} title @param {string} user @param {object} [more] */
  const row = (record, kind, title, user, more = {}) => ({
    record, kind, title, user, service: 'shop.example', pending: false, code: null, validUntil: null, period: null, onRequest: false,
    about: [], others: [], ...more,
  });
  const rows = [
    row('r1', 'password', 'Shop', 'anne@shop.example', { others: ['one-time-code', 'passkey'] }), row('r2', 'one-time-code', 'Shop', 'anne@shop.example', { pending: true }),
    row('r3', 'passkey', 'bank.example', 'anne'), row('r4', 'password', LONG, 'anne.elisabeth.von.und.zu.example@mail.subdomain.example'),
    row('r5', 'password', 'ענת', 'anat', { service: 'https://anat.example/' }),
  ];
  const kept = [
    row('k1', 'note', 'Heating', '', { service: '' }),
    row('k2', 'card', 'Travel', 'ANNE EXAMPLE', { service: '', about: ['Visa', 'Example Bank'] }),
    row('k3', 'identity', 'Me', 'Anne Example', { service: '', about: ['Example Ltd', 'anne@shop.example'] }),
  ];
  const codes = [
    row('c1', 'one-time-code', 'Shop', 'anne@shop.example', { code: '123456', validUntil: until, period: 30 }),
    row('c2', 'one-time-code', 'bank.example', 'anne', { code: '12345678', validUntil: until - 17, period: 30, service: 'bank.example' }),
    row('c3', 'one-time-code', 'Old', 'anne', { onRequest: true }),
  ];
  const fits = [
    fittingRow(item('password', 'anne@shop.example', 'Passfold'), 'fit-0', true, false),
    fittingRow(item('one-time-code', 'anne@shop.example', 'Passfold'), 'fit-1', false, false),
  ];
  const home = { kind: 'home', site: SITE, vault: 'unlocked', query: '', section: 'all', sections: SECTIONS.slice(0, 4), fits: [], offset: 0, rows: [], total: 0, said: null };
  const page = { site: SITE, said: null };
  const details = entryDetails({ entry, issuer: '', added: 1763690400, history: 2, login: null });
  const services = [{ name: 'shop.example', opens: true }, { name: 'https://login.shop.example/', opens: true }];
  /** @param {string} what @param {string} name @param {string | null} text @param {string} [kind] */
  const part = (what, name, text, kind = 'password') => ({ what, label: partLabel({ what, name }, kind), isHidden: what !== 'note' && name !== 'Customer number', isProse: what === 'note' || kind === 'note', isEmpty: false, text });
  const shown = {
    ...page, kind: 'entry', entry, details, services, code: null, isPlain: false, others: [], values: [], files: [], command: null,
    parts: [part('password', '', null)],
  };
  /** @param {string} kind @param {string} title @param {object} more */
  const plain = (kind, title, more) => ({
    ...shown, entry: { ...entry, record: '75310e8790c3541a5129d4dc1333cb6c', kind, title, user: '', services: [] }, services: [], details: [], isPlain: true,
    command: changeCommand('75310e8790c3541a5129d4dc1333cb6c'), parts: [], ...more,
  });
  /** @param {string} name @param {string} value @param {string} [label] */
  const value = (name, value, label = '') => valueText({ name, label, value });
  const files = [{ name: 'recovery codes.pdf', bytes: 70_000 }, { name: 'a-scan-of-the-contract-with-a-long-name.tiff', bytes: 4_400_000 }];
  const NOTE = 'Asked when calling: the first pet.\n\nRecovery codes are in the attached file; the third one is used up. The shop calls back on weekdays only.';
  const code = { ...entry, record: 'c1', kind: 'one-time-code', pending: true };
  const values = { service: SITE, user: '', title: '' };
  return {
    'home-list': { ...home, fits, rows, total: 156 },
    'home-kept': { ...home, sections: SECTIONS, rows: [...kept, ...rows.slice(0, 2)], total: 5 },
    'entry-empty': { ...shown, parts: [{ ...part('password', '', null), isEmpty: true }] },
    card: plain('card', 'Travel', {
      parts: [part('secret', 'number', '4111111111111111', 'card'), part('secret', 'security-code', null, 'card'), part('secret', 'pin', null, 'card')],
      values: [value('brand', 'Visa'), value('bank', 'Example Bank'), value('holder', 'ANNE EXAMPLE'), value('expires', '2029-08')],
    }),
    identity: plain('identity', 'Me', {
      parts: [part('secret', 'Passport', null, 'identity')],
      values: [
        value('given-name', 'Anne'), value('family-name', 'Example'), value('birthday', '1990-12-31'), value('email', 'anne@shop.example', 'work'),
        value('phone', '+44 20 7946 0000', 'home'), value('address', '1 Example Street\nLondon SW1A 1AA'),
      ],
    }),
    note: plain('note', 'Heating', { parts: [part('secret', 'text', NOTE, 'note')] }),
    'note-hidden': plain('note', 'ענת', { parts: [part('secret', 'text', null, 'note')] }),
    'entry-parts': {
      ...shown, entry: { ...entry, tags: ['work', 'family'], favourite: true }, others: [{ ...entry, record: 'c9', kind: 'one-time-code' }],
      parts: [part('password', '', null), part('field', 'Customer number', '4711-0815'), part('field', 'Telephone PIN', null), part('note', '', NOTE)],
      files: files.map(fileText), command: saveCommand('75310e8790c3541a5129d4dc1333cb6c', files),
    },
    'entry-asked': { ...shown, parts: [part('password', '', null), part('note', '', null)] },
    'home-codes': { ...home, section: 'one-time-code', rows: codes, total: 3 },
    'no-match': { ...home, query: 'xyz' },
    removed: { ...home, rows: rows.slice(1), total: 155, said: { text: removedText('Shop'), undo: true } },
    'home-empty': home,
    'home-locked': { ...home, vault: 'locked' },
    'no-vault': { ...home, vault: 'noVault' },
    unreadable: { ...home, vault: 'unreadable' },
    entry: shown,
    revealed: { ...shown, parts: [part('password', '', 'Kiesel-0lI|}x"fjörd-9f2c')], said: { text: SAID.copied } },
    'entry-code': { ...shown, parts: [], entry: code, code: { text: '123456', validUntil: until, period: 30, onRequest: false } },
    edit: { ...page, kind: 'edit', entry },
    'add-login': { ...page, kind: 'add', what: 'login', values, preview: null, note: null },
    'add-link': { ...page, kind: 'add', what: 'code', values, preview: null, note: vaultProblem({ code: 'badSetUpLink', detail: 'missingSecret' }).happened },
    'add-code': {
      ...page, kind: 'add', what: 'code', values: { ...values, user: 'anne@shop.example' }, note: null,
      preview: { candidates: [entry], warnings: ['shortSecret', 'hasCodeAlready'] },
    },
    generator: { ...page, kind: 'generator', ...USUAL, made: 'tR7-mW.x9Qa+bE4=kZp!' },
    settings: { ...page, kind: 'settings', automaticPasskeys: true, httpSignIns: false, showCount: true, neverHere: ['bank.example', 'login.subdomain.of-a-long-name.example'] },
    'not-stored': { kind: 'problem', site: SITE, problem: vaultProblem({ code: 'notStored' }) },
  };
}

/**
 * Returns a provider's question before it saves something, in the provider's own words.
 * @param {object} row
 */
function kept(row) {
  const view = {
    number: 1, source: 'Passfold', message: null, details: [], confirmLabel: null, destructive: false, busy: false, searchable: false, heading: null, rows: [],
  };
  const details = [{ label: 'Website', value: 'login.shop.example' }, { label: 'Account', value: 'anne@shop.example' }];
  const update = 'The old password stays among the login’s previous versions.';
  /** @param {string} id @param {string} title */
  const password = (id, title) => ({ ...row, id, title, subtitle: '', kind: '', match: null });
  return {
    'create-passkey': {
      kind: 'view', site: SITE, hasOtherDevices: true,
      view: { ...view, kind: 'confirmation', title: 'Save a passkey?', message: 'It is kept in your vault.', details, confirmLabel: 'Save' },
    },
    'keep-new': {
      kind: 'view', site: SITE, canRefuseSite: true,
      view: { ...view, kind: 'confirmation', title: 'Save this password?', message: 'It is kept in your vault.', details, confirmLabel: 'Save' },
    },
    'keep-changed': {
      kind: 'view', site: SITE, canRefuseSite: true,
      view: {
        ...view, kind: 'choice', title: 'Update a saved password?', message: update, details,
        rows: [
          { ...row, id: 'p1', title: 'Update shop.example', subtitle: 'anne@shop.example' },
          { ...row, id: 'new', title: 'Save as a new entry', match: null },
        ],
      },
    },
    'new-passwords': {
      kind: 'view', site: SITE,
      view: worded(/** @type {any} */ ({
        ...view, number: 0, source: '', kind: 'choice', heading: { code: 'choose-new-password', subject: '' },
        rows: [password('n0', 'tR7-mW.x9Qa+bE4=kZp!'), password('n1', 'hufrud-4Kisdy-moqbex')],
      })),
    },
  };
}

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
      ...suggestions, site: '', title: POPUP.home, ...none,
      providers: states.map((state, index) => ({ name: index === 3 ? LONG : `Vault ${index + 1}`, state })),
    },
    fresh: { ...suggestions, title: question('one-time-code'), ...mixed, note: POPUP.freshSuggestions },
    nothing: { ...suggestions, title: question('one-time-code'), ...none },
    broker: { kind: 'view', site: SITE, view: worded(/** @type {any} */ (broker)) },
    framed: { kind: 'view', site: 'pay.example in www.a-shop-with-a-long-name.example', hasOtherDevices: true, view: worded(/** @type {any} */ (broker)) },
    ...kept(row),
    ...homePages(),
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
