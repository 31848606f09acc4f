// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Writes one page as a site would: one language, one family of names, one way to label fields, one framework's noise.

import { ANY, FAMILIES } from './names.mjs';
import { PHRASES } from './phrases.mjs';

const LABELS = {
  for: 30, around: 10, placeholder: 24, aria: 5, before: 9, table: 7, floating: 8, labelledby: 3, none: 2, paragraph: 2,
  list: 2, strong: 3, above: 2, after: 3, addon: 4, material: 3,
};
const NOISE = {
  plain: () => '',
  bootstrap: () => 'form-control',
  tailwind: () => 'w-full rounded-md border px-3 py-2 text-sm',
  css: (random) => `css-${random.below(1e6).toString(36)}`,
  mui: (random) => `MuiInputBase-input MuiOutlinedInput-input css-${random.below(1e6).toString(36)}`,
  bem: (random, thing) => `form__input form__input--${thing.toLowerCase()}`,
  modules: (random) => `Input_field__${random.below(1e6).toString(36)}`,
};
const WRAPPERS = ['form-group', 'field', 'mb-3', 'form-row', 'input-wrapper', 'MuiFormControl-root', 'col-md-6', 'control-group', 'x-form-item'];

/** @param {string} text @returns {string} */
const escape = (text) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

export class Page {
  #parts = [];
  #count = 0;

  /** @param {import('./random.mjs').Random} random @param {string} language */
  constructor(random, language) {
    this.random = random;
    this.language = language;
    this.family = random.maybe(0.7) ? random.pick(FAMILIES) : {};
    this.labels = random.share(LABELS);
    this.noise = random.pick(Object.keys(NOISE));
    this.wrapper = random.pick(WRAPPERS);
    /** How far the page says its purposes in `autocomplete`: rightly, not at all, or "off". */
    this.declares = random.share({ rightly: 38, never: 38, off: 16, partly: 8 });
    this.names = random.share({ normal: 80, prefixed: 8, opaque: 7, absent: 5 });
    this.hasForm = random.maybe(0.86);
    /** Each field in a shadow tree of its own, or all of them in one. */
    this.shadow = random.share({ none: 94, each: 2, all: 4 });
    this.keepsSmall = random.maybe(0.12);
    this.prefix = random.pick(['ctl00$main$', 'frm_', 'j_idt12:form:', 'login-form-', 'data[User]', 'fields.', 'page_1_', 'acc-']);
  }

  /** @param {string} thing @returns {string} one way to say it, in the page's language and now and then in English */
  say(thing) {
    return this.random.pick(PHRASES[this.random.maybe(0.06) ? 'en' : this.language][thing]);
  }

  /** @param {string} thing @returns {string} */
  nameOf(thing) {
    const { random } = this;
    const name = this.family[thing] ?? random.pick(ANY[thing] ?? ANY.own);
    if (this.names === 'absent') return '';
    if (this.names === 'opaque') return random.pick([`input-${random.below(90)}`, `:r${random.below(30)}:`, `mat-input-${random.below(9)}`, `field_${random.below(1e5).toString(16)}`, `${random.below(1e8).toString(36)}`]);
    return this.names === 'prefixed' ? `${this.prefix}${name}` : name;
  }

  /**
   * @param {string} thing what is asked for
   * @param {string} purpose what a right detector says: a purpose, `none`, or `either` where it may say what it likes
   * @param {object} [options]
   * @param {string} [options.type]
   * @param {string} [options.label]
   * @param {string} [options.token] the right `autocomplete`
   * @param {string} [options.more] further attributes
   * @param {string} [options.name]
   * @param {boolean} [options.bare] without label and wrapper
   */
  field(thing, purpose, options = {}) {
    const { random } = this;
    this.#count += 1;
    const label = options.label ?? (PHRASES.en[thing] ? this.say(thing) : thing);
    const name = options.name ?? this.nameOf(thing);
    const id = random.maybe(0.75) ? (random.maybe(0.6) && name !== '' ? name : `f${this.#count}${name.replace(/\W/g, '').slice(0, random.below(9))}`) : '';
    const attributes = [`data-is="${purpose}"`];
    if (options.type !== undefined || random.maybe(0.8)) attributes.push(`type="${options.type ?? 'text'}"`);
    if (name !== '') attributes.push(random.maybe(0.04) ? `formcontrolname="${escape(name)}"` : `name="${escape(name)}"`);
    if (id !== '' || ['for', 'floating', 'table', 'labelledby', 'material'].includes(this.labels)) attributes.push(`id="${escape(id || `f${this.#count}`)}"`);
    const own = NOISE[this.noise](random, thing);
    if (own !== '') attributes.push(`class="${own}"`);
    const token = this.#token(options.token, purpose);
    if (token !== '') attributes.push(`autocomplete="${token}"`);
    if (options.more) attributes.push(options.more);
    if (random.maybe(0.3)) attributes.push('required');
    const isOurs = ['username', 'current-password', 'new-password', 'one-time-code'].includes(purpose);
    if (random.maybe(this.keepsSmall ? 0.8 : isOurs ? 0.12 : 0.03)) attributes.push(`autocapitalize="${random.pick(['off', 'none'])}"`);
    this.#put(options.bare ? 'bare' : this.labels, label, attributes, id || `f${this.#count}`);
    return this;
  }

  #token(token, purpose) {
    const { random } = this;
    if (this.declares === 'never' || (this.declares === 'partly' && random.maybe(0.5))) return '';
    if (this.declares === 'off') {
      // Sites that want nothing filled say what is not so.
      if (purpose === 'current-password' && random.maybe(0.3)) return 'new-password';
      if (purpose === 'username' && random.maybe(0.06)) return 'new-password';
      return random.maybe(0.85) ? 'off' : 'nope';
    }
    return token === undefined ? '' : random.maybe(0.03) ? `section-a ${token}` : token;
  }

  #put(style, label, attributes, id) {
    const { random } = this;
    const placed = (more = '') => `<input ${attributes.join(' ')}${more}>`;
    const hint = random.maybe(0.25) ? ` placeholder="${escape(label)}"` : '';
    const text = escape(label === '' || random.maybe(0.88) ? label : `${label} *`);
    const styles = {
      for: () => `<div class="${this.wrapper}"><label for="${escape(id)}">${text}</label>${placed(hint)}</div>`,
      around: () => `<label><span>${text}</span>${placed(hint)}</label>`,
      placeholder: () => `<div class="${this.wrapper}">${placed(` placeholder="${text}"`)}</div>`,
      aria: () => `<div class="${this.wrapper}">${placed(` aria-label="${text}"`)}</div>`,
      before: () => `<div class="${this.wrapper}"><span>${text}:</span><div>${placed(hint)}</div></div>`,
      table: () => `<tr><td>${text}</td><td>${placed()}</td></tr>`,
      floating: () => `<div class="${this.wrapper}">${placed()}<label for="${escape(id)}">${text}</label></div>`,
      labelledby: () => `<div class="${this.wrapper}"><span id="l${this.#count}">${text}</span>${placed(` aria-labelledby="l${this.#count}"`)}</div>`,
      paragraph: () => `<p>${text} <br>${placed()}</p>`,
      list: () => `<dl><dt>${text}</dt><dd>${placed(hint)}</dd></dl>`,
      strong: () => `<div><strong>${text}:</strong><br>${placed()}</div>`,
      above: () => `<table><tr><td>${text}</td></tr><tr><td>${placed()}</td></tr></table>`,
      after: () => `<div class="${this.wrapper}">${placed()}<span class="bar"></span><span class="floating">${text}</span></div>`,
      addon: () => `<div class="input-group"><span class="input-group-text"><i class="icon"></i></span>${placed(` placeholder="${text}"`)}</div>`,
      material: () => `<div class="mat-form-field"><div class="mat-form-field-flex"><div class="mat-form-field-infix">${placed()}<span><label for="${escape(id)}"><span>${text}</span></label></span></div></div></div>`,
      none: () => placed(),
      bare: () => placed(),
    };
    let markup = styles[style]();
    if (this.picture !== undefined && this.picture !== 'none') {
      const source = this.picture === 'captcha' ? random.pick(['/captcha.php', '/kaptcha.jpg', '/verifycode.do?t=1', '/img/captcha/1.png']) : random.pick(['/image?id=1', '/i.php', '/pic.jpg']);
      markup = markup.replace('<input ', `<img src="${source}"><input `);
    } else if (random.maybe(0.03)) markup = markup.replace('<input ', '<img src="/icons/lock.svg"><input ');
    this.picture = undefined;
    if (this.shadow === 'each') markup = `<x-input><template shadowrootmode="open">${markup}</template></x-input>`;
    this.#parts.push(markup);
  }

  /** @param {string} markup as it is */
  raw(markup) {
    this.#parts.push(markup);
    return this;
  }

  /** A field that a page has by the way, with its usual type and token. */
  other(thing) {
    const types = { email: 'email', phone: 'tel', cardNumber: 'tel', cardCode: this.random.pick(['text', 'tel', 'password']), birthday: 'text', amount: 'number' };
    const tokens = { firstName: 'given-name', lastName: 'family-name', fullName: 'name', street: 'street-address', city: 'address-level2', postal: 'postal-code', phone: 'tel', email: 'email', cardNumber: 'cc-number', cardCode: 'cc-csc', expiry: 'cc-exp', company: 'organization' };
    const labels = { fullName: 'Name', url: 'Website', company: 'Company', answer: 'Security answer', amount: 'Amount', birthday: 'Date of birth', order: 'Order number', account: this.random.pick(['IBAN', 'Bank account', 'VAT ID', 'Tax number']), countryCode: 'Country code' };
    const lengths = { cardCode: 'maxlength="4"', postal: 'maxlength="5"', captcha: 'maxlength="6"' };
    const type = types[thing] ?? 'text';
    if (thing === 'captcha') this.picture = this.random.share({ captcha: 35, picture: 25, none: 40 });
    return this.field(thing, 'none', {
      type: type === 'email' && this.random.maybe(0.4) ? 'text' : type, token: tokens[thing], label: labels[thing],
      more: lengths[thing] && this.random.maybe(0.4) ? lengths[thing] : undefined,
    });
  }

  button(thing) {
    const text = escape(this.say(thing));
    const { random } = this;
    const noise = random.pick(['btn btn-primary', 'button', 'css-1x2', 'MuiButton-root', 'submit', '']);
    this.#parts.push(random.share({
      a: 60, b: 18, c: 10, d: 6, e: 6,
    }).replace(/^.$/, (way) => ({
      a: `<button type="submit" class="${noise}">${text}</button>`,
      b: `<input type="submit" value="${text}">`,
      c: `<button class="${noise}">${text}</button>`,
      d: `<div role="button" class="${noise}">${text}</div>`,
      e: `<button type="button" class="${noise}">${text}</button>`,
    })[way] ?? ''));
    return this;
  }

  link(thing, path) {
    this.#parts.push(`<a href="${this.random.maybe(0.7) ? path : '#'}">${escape(this.say(thing))}</a>`);
    return this;
  }

  /** Buttons of other services to sign in with. */
  social() {
    const { random } = this;
    const services = random.pick([['Google'], ['Google', 'Apple'], ['Google', 'Facebook', 'Apple'], ['GitHub', 'Google'], ['Microsoft', 'Google'], ['SSO'], ['Facebook']]);
    const way = random.pick(['Continue with', 'Sign in with', 'Log in with', 'Weiter mit', 'Continuer avec', 'Continuar con', '', '']);
    for (const service of services) {
      const text = `${way} ${service}`.trim();
      this.raw(random.pick([
        `<button type="button">${text}</button>`, `<a class="btn btn-social" href="/auth/${service.toLowerCase()}">${text}</a>`, `<div role="button">${text}</div>`,
      ]));
    }
    return this;
  }

  tick(thing, name) {
    this.#parts.push(`<label><input type="checkbox" name="${name}"> ${escape(this.say(thing))}</label>`);
    return this;
  }

  /**
   * Closes what was written since the last call into one form.
   * @param {string} id a word for the form's id, class or action
   * @param {string} heading
   * @returns {string}
   */
  form(id, heading) {
    const { random } = this;
    let inside = this.#parts.join('\n');
    this.#parts = [];
    if (this.labels === 'table') inside = `<table><tbody>${inside}</tbody></table>`;
    const head = heading === '' || random.maybe(0.2) ? '' : `<h${random.pick([1, 2, 3])}>${escape(heading)}</h1>`.replace(/<h(\d)>(.*)<\/h1>/, '<h$1>$2</h$1>');
    const names = { id: `id="${id}"`, action: `action="/${id}"`, class: `class="${id}-form"`, nothing: 'class="form"', post: 'method="post"' };
    const attribute = names[random.share({ id: 25, action: 25, class: 15, nothing: 20, post: 15 })];
    const tag = this.hasForm ? 'form' : 'div';
    const body = random.maybe(0.5) ? `${head}<${tag} ${attribute}>${inside}</${tag}>` : `<${tag} ${attribute}>${head}${inside}</${tag}>`;
    const card = `<div class="${random.pick(['card', 'container', 'panel', 'box', 'content', `${id}-page`, 'modal-body', 'sc-bdvvtL'])}">${body}</div>`;
    return this.shadow === 'all' ? `<x-app><template shadowrootmode="open">${card}</template></x-app>` : card;
  }
}

export { escape };
