// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The forms of the home: for changing an entry, and for adding a login or a one-time code.

import { HOME, editTitle, warningTexts } from '../../shared/home-texts.js';
import { USUAL, randomPassword } from '../../shared/random-password.js';
import { element } from '../elements.js';
import { button, does, labelled, pageTop, textField } from '../home-parts.js';

/** @typedef {import('./screen-parts.js').Actions} Actions */

/** @param {string} id @param {string} label */
function passwordField(id, label) {
  const field = textField(id, '', { type: 'password', autocomplete: 'new-password', dir: 'ltr' });
  const make = button(HOME.make, () => {
    field.value = randomPassword(USUAL);
    field.type = 'text';
  }, { id: 'make', className: 'small' });
  return { field, part: labelled(label, field, make) };
}

/** @param {string} text @param {(form: HTMLFormElement) => void} submit @param {Node[]} parts */
function formOf(text, submit, parts) {
  const go = element('button', { type: 'submit', id: 'go', className: 'main' }, text);
  go.dataset.releases = '';
  const form = element('form', { autocomplete: 'off' }, ...parts, element('footer', {}, go));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit(form);
  });
  return form;
}

/** @param {string | null} text */
function noteOf(text) {
  return element('p', { id: 'note', className: 'note warning', dir: 'auto', role: 'alert', hidden: !text }, text ?? '');
}

/**
 * Returns what all forms of the home have in common.
 * @param {HTMLElement} note @param {HTMLFormElement} form @param {Actions} actions @param {(next: any) => boolean} isSame
 */
function formPage(note, form, actions, isSame) {
  return {
    /** @param {any} next */
    refresh(next) {
      if (!isSame(next)) return false;
      note.textContent = next.note ?? '';
      note.hidden = !next.note;
      return true;
    },
    escape() {
      does(actions, 'back')();
      return true;
    },
    gone() {
      for (const field of form.querySelectorAll('input, textarea')) /** @type {HTMLInputElement} */ (field).value = '';
    },
  };
}

/**
 * @param {any} screen @param {Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawEdit({ entry }, actions) {
  const title = textField('title', entry.title);
  const user = textField('user', entry.user, { dir: 'ltr' });
  const services = element('textarea', { id: 'services', rows: 2, value: entry.services.join('\n'), spellcheck: false, dir: 'ltr' });
  const secret = passwordField('secret', HOME.newPassword);
  const link = textField('secret', '', { type: 'password', dir: 'ltr' });
  const parts = [labelled(HOME.title, title)];
  if (entry.kind !== 'passkey') parts.push(labelled(HOME.user, user), labelled(HOME.services, services));
  if (entry.kind === 'password') parts.push(secret.part);
  if (entry.kind === 'one-time-code') parts.push(labelled(HOME.newLink, link));
  const field = entry.kind === 'password' ? secret.field : link;
  const note = noteOf(null);
  const form = formOf(HOME.save, () => actions.send({
    type: 'home', act: 'save', title: title.value.trim(), user: user.value, services: services.value.split('\n'), secret: field.value,
  }), [note, ...parts]);
  return {
    parts: [pageTop(editTitle(entry.title), actions), form],
    words: '',
    focus: title,
    ...formPage(note, form, actions, (next) => next.entry.record === entry.record),
  };
}

/** @param {any} screen @param {Actions} actions */
function loginForm({ values, note: said }, actions) {
  const service = textField('service', values.service, { dir: 'ltr', inputMode: 'url', required: true });
  const user = textField('user', values.user, { dir: 'ltr' });
  const title = textField('title', values.title);
  const { field, part } = passwordField('secret', HOME.password);
  const note = noteOf(said);
  const form = formOf(HOME.save, () => {
    if (service.value.trim() === '' || field.value === '') {
      note.textContent = HOME.missing;
      note.hidden = false;
      return;
    }
    actions.send({ type: 'home', act: 'add-login', service: service.value, user: user.value, title: title.value, secret: field.value });
  }, [note, labelled(HOME.service, service), labelled(HOME.user, user), part, labelled(HOME.optionalTitle, title)]);
  form.noValidate = true;
  return { note, form, focus: values.service === '' ? service : user };
}

/** @param {any} screen @param {Actions} actions */
function linkForm({ note: said }, actions) {
  const link = textField('link', '', { type: 'password', dir: 'ltr' });
  const note = noteOf(said);
  const hint = element('p', { className: 'about', dir: 'auto' }, HOME.linkHint);
  const read = button(HOME.readPageCode, does(actions, 'read-page-code'), { id: 'read-page-code', className: 'small' });
  const form = formOf(HOME.goOn, () => {
    if (link.value.trim() !== '') actions.send({ type: 'home', act: 'look-at-link', link: link.value });
  }, [note, labelled(HOME.link, link), hint, read]);
  return { note, form, focus: link };
}

/** @param {any} screen @param {Actions} actions */
function codeForm({ values, preview, note: said }, actions) {
  const service = textField('service', values.service, { dir: 'ltr', inputMode: 'url' });
  const user = textField('user', values.user, { dir: 'ltr' });
  const login = element('select', { id: 'login' },
    ...preview.candidates.map((/** @type {any} */ one) => element('option', { value: one.record }, [one.title, one.user].filter(Boolean).join(', '))),
    element('option', { value: '' }, HOME.separate));
  const note = noteOf(said);
  const warnings = warningTexts(preview.warnings).map((text) => element('p', { className: 'note', dir: 'auto' }, text));
  const form = formOf(HOME.save, () => actions.send({
    type: 'home', act: 'add-code', service: service.value, user: user.value, login: preview.candidates.length > 0 ? login.value : null,
  }), [note, ...warnings, labelled(HOME.service, service), labelled(HOME.user, user), ...(preview.candidates.length > 0 ? [labelled(HOME.belongs, login)] : [])]);
  return { note, form, focus: service };
}

/**
 * @param {any} screen @param {Actions} actions
 * @returns {import('./screen-parts.js').Drawn}
 */
export function drawAdd(screen, actions) {
  const { what, preview } = screen;
  const { note, form, focus } = what === 'login' ? loginForm(screen, actions) : preview === null ? linkForm(screen, actions) : codeForm(screen, actions);
  const tabs = [['login', HOME.addLogin], ['code', HOME.addCode]].map(([name, text]) => {
    const tab = button(text, does(actions, 'add', { what: name }), { id: `add-${name}`, className: 'tab' });
    tab.ariaPressed = String(name === what);
    return tab;
  });
  const choice = element('div', { className: 'tabs', role: 'group', ariaLabel: HOME.addWhat }, ...tabs);
  return {
    parts: [pageTop(HOME.addTitle, actions), choice, form],
    words: what === 'login' ? HOME.addLogin : HOME.addCode,
    focus,
    ...formPage(note, form, actions, (next) => next.what === what && (next.preview === null) === (preview === null)),
  };
}
