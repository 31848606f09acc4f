// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The pages of the web that have to do with signing in, and those that only look like it.

const NEW = { token: 'new-password' };
const OLD = { token: 'current-password' };
const CODE = { token: 'one-time-code' };

const BRANDS = ['Peace', 'Nordlicht', 'Zephyr', 'Acme', 'Kestrel', 'Lumen', 'Tarn', 'Vela', 'Orbit', 'Mira'];

/** The field in which a person says who they are. */
function who(page, kind) {
  const { random } = page;
  const options = {
    user: () => page.field('user', 'username', { token: 'username', type: random.maybe(0.06) ? 'email' : undefined }),
    email: () => page.field('email', 'username', { token: random.maybe(0.6) ? 'email' : 'username', type: random.maybe(0.7) ? 'email' : 'text' }),
    both: () => page.field('userOrEmail', 'username', { token: 'username' }),
    phone: () => page.field('phone', 'username', { token: random.pick(['tel', 'username']), type: random.pick(['tel', 'text']) }),
    member: () => page.field('member', 'username', { token: 'username', type: random.pick(['text', 'text', 'tel']) }),
    // Words of the site's own.
    own: () => page.field('own', 'username', { token: 'username', label: `${random.pick(BRANDS)}${random.pick(['ID', ' ID', 'Pass', '-Nr.', ' Key', '', ' name'])}` }),
    // A label in the site's words over a name that everyone has.
    ownLabel: () => page.field('user', 'username', { token: 'username', label: random.pick([...BRANDS, 'Login', 'ID', 'Nr.', '']) }),
  };
  options[kind ?? random.share({ user: 34, email: 32, both: 14, phone: 4, member: 6, own: 5, ownLabel: 5 })]();
}

function current(page) {
  page.field('password', 'current-password', { ...OLD, type: 'password' });
  if (page.random.maybe(0.15)) page.raw(`<button type="button" aria-label="${page.say('show')}"></button>`);
}

function signInEnd(page) {
  const { random } = page;
  if (random.maybe(0.5)) page.tick('remember', random.pick(['remember_me', 'remember', 'persistent', 'keep']));
  page.button('signIn');
  if (random.maybe(0.65)) page.link('forgot', random.pick(['/forgot-password', '/password/reset', '/account/recover', '/lost']));
  if (random.maybe(0.5)) page.link('noAccount', random.pick(['/register', '/signup', '/join', '/users/new']));
}

function signUpEnd(page) {
  const { random } = page;
  if (random.maybe(0.15)) page.other('captcha');
  if (random.maybe(0.1)) page.other('coupon');
  if (random.maybe(0.55)) page.tick('terms', random.pick(['terms', 'agree', 'tos', 'accept']));
  if (random.maybe(0.2)) page.tick('newsletter', 'newsletter');
  page.button('signUp');
  if (random.maybe(0.55)) page.link('haveAccount', random.pick(['/login', '/signin', '/account/login']));
}

function newPasswords(page, options = {}) {
  const { random } = page;
  const twice = options.twice ?? random.maybe(0.55);
  page.field(random.maybe(0.75) ? 'password' : 'newPassword', 'new-password', { ...NEW, type: random.maybe(0.97) ? 'password' : 'text', name: options.name });
  if (twice) page.field('again', 'new-password', { ...NEW, type: 'password' });
}

function person(page, most) {
  const { random } = page;
  const things = random.maybe(0.6) ? ['firstName', 'lastName'] : ['fullName'];
  for (const thing of things) page.other(thing);
  for (const thing of ['phone', 'company', 'birthday', 'street', 'city', 'postal', 'countryCode']) if (things.length < most && random.maybe(0.22)) page.other(thing);
}

/** Split boxes for a code. */
function boxes(page) {
  const { random } = page;
  const count = random.pick([4, 6, 6, 6, 6, 8]);
  const way = random.pick(['maxlength', 'maxlength', 'maxlength', 'labelled', 'numbered']);
  const stem = random.pick(['otp', 'code', 'digit', 'pin', 'c']);
  const type = random.pick(['text', 'text', 'tel', 'number']);
  let all = '';
  for (let index = 0; index < count; index += 1) {
    const attributes = [`data-is="one-time-code"`, `type="${type}"`];
    if (way !== 'numbered' || random.maybe(0.3)) attributes.push('maxlength="1"');
    if (way === 'numbered') attributes.push(`name="${stem === 'c' || stem === 'digit' ? 'otp' : stem}-${index}"`);
    else if (random.maybe(0.5)) attributes.push(`name="${stem}${index + 1}"`);
    if (way === 'labelled') attributes.push(`aria-label="${page.random.maybe(0.5) ? `Digit ${index + 1}` : `Please enter OTP character ${index + 1}`}"`);
    if (random.maybe(0.5)) attributes.push('inputmode="numeric"');
    if (index === 0 && page.declares === 'rightly') attributes.push('autocomplete="one-time-code"');
    all += `<div class="box"><input ${attributes.join(' ')}></div>`;
  }
  page.raw(`<div class="otp-group">${all}</div>`);
}

function codeField(page) {
  const { random } = page;
  const more = [];
  if (random.maybe(0.4)) more.push(`maxlength="${random.pick([6, 6, 6, 8, 7, 4, 10])}"`);
  if (random.maybe(0.35)) more.push('inputmode="numeric"');
  if (random.maybe(0.15)) more.push('pattern="[0-9]*"');
  if (random.maybe(0.1)) more.push(`placeholder="${random.pick(['123456', '000000', '______', 'XXXXXX', '000 000', '••••••'])}"`);
  if (random.maybe(0.2)) more.push('autofocus');
  page.field('code', 'one-time-code', { ...CODE, type: random.pick(['text', 'text', 'text', 'text', 'tel', 'number', 'password']), more: more.join(' ') });
}

/** @type {Record<string, {share: number, make: (page: import('./markup.mjs').Page) => string}>} */
export const PATTERNS = {
  signIn: { share: 22, make(page) {
    if (page.random.maybe(0.06)) page.other('company');
    who(page);
    current(page);
    if (page.random.maybe(0.1)) page.other('captcha');
    if (page.random.maybe(0.04)) codeField(page);
    signInEnd(page);
    return page.form(page.random.pick(['login', 'signin', 'session', 'auth', 'logon', 'loginForm', 'sign-in']), page.say('signIn'));
  } },
  signInBare: { share: 5, make(page) {
    who(page, page.random.pick(['user', 'email', 'own', 'member']));
    current(page);
    page.button(page.random.pick(['next', 'signIn', 'send']));
    return page.form(page.random.pick(['form1', 'main', 'index', 'portal']), page.random.maybe(0.5) ? '' : page.random.pick(['Portal', 'Welcome', 'Intranet', 'Webmail', 'Admin']));
  } },
  firstStep: { share: 7, make(page) {
    who(page, page.random.pick(['user', 'email', 'email', 'both', 'both', 'phone']));
    page.button(page.random.pick(['next', 'next', 'signIn']));
    if (page.random.maybe(0.5)) page.link('forgot', '/forgot');
    if (page.random.maybe(0.5)) page.link('noAccount', '/signup');
    return page.form(page.random.pick(['login', 'signin', 'identifier', 'sso', 'auth']), page.say('signIn'));
  } },
  secondStep: { share: 4, make(page) {
    if (page.random.maybe(0.5)) page.raw('<div>anne@example.org</div>');
    if (page.random.maybe(0.2)) page.field('email', 'username', { token: 'username', type: 'text', more: 'readonly value="anne@example.org"' });
    current(page);
    page.button(page.random.pick(['next', 'signIn', 'signIn']));
    page.link('forgot', '/forgot-password');
    return page.form(page.random.pick(['login', 'password', 'signin', 'challenge']), page.random.pick([page.say('signIn'), page.say('password'), 'Welcome']));
  } },
  confirmPassword: { share: 2, make(page) {
    current(page);
    page.button(page.random.pick(['next', 'send']));
    return page.form('confirm', page.random.pick(['Confirm access', 'sudo mode', 'Please enter your password to continue', page.say('password')]));
  } },
  signUpEmail: { share: 6, make(page) {
    who(page, page.random.pick(['email', 'email', 'email', 'phone', 'both']));
    newPasswords(page);
    signUpEnd(page);
    return page.form(page.random.pick(['register', 'signup', 'join', 'create-account', 'registration']), page.say('signUp'));
  } },
  signUpUser: { share: 10, make(page) {
    const { random } = page;
    const email = () => page.field('email', 'either', { token: 'email', type: random.maybe(0.65) ? 'email' : 'text' });
    if (random.maybe(0.3)) person(page, 3);
    const first = random.maybe(0.35);
    const hasEmail = random.maybe(0.85);
    if (first && hasEmail) email();
    page.field('user', 'username', { token: random.pick(['username', 'username', 'nickname', undefined]) });
    if (!first && hasEmail && random.maybe(0.7)) email();
    newPasswords(page);
    if (!first && hasEmail && random.maybe(0.2)) email();
    if (random.maybe(0.1)) page.field('again_email', 'none', { label: 'Confirm email', type: 'email' });
    if (random.maybe(0.12)) page.other('answer');
    signUpEnd(page);
    return page.form(random.pick(['register', 'signup', 'join', 'reg', 'registerform', 'new_user']), page.say('signUp'));
  } },
  signUpLong: { share: 5, make(page) {
    const { random } = page;
    if (random.maybe(0.75)) person(page, 6);
    page.field('email', 'username', { token: 'email', type: random.maybe(0.6) ? 'email' : 'text' });
    if (random.maybe(0.2)) page.field('again_email', 'none', { label: random.pick(['Confirm email', 'Repeat email address', 'E-Mail wiederholen']), type: 'email' });
    newPasswords(page);
    if (random.maybe(0.25)) person(page, 6);
    signUpEnd(page);
    return page.form(random.pick(['register', 'signup', 'customer', 'account', 'create']), page.say('signUp'));
  } },
  signUpPhone: { share: 2, make(page) {
    page.field('phone', 'username', { token: 'tel', type: page.random.pick(['tel', 'text']) });
    codeField(page);
    newPasswords(page, { twice: page.random.maybe(0.3) });
    signUpEnd(page);
    return page.form('register', page.say('signUp'));
  } },
  change: { share: 6, make(page) {
    const { random } = page;
    page.field('oldPassword', 'current-password', { ...OLD, type: 'password' });
    page.field('newPassword', 'new-password', { ...NEW, type: 'password' });
    if (random.maybe(0.85)) page.field('again', 'new-password', { ...NEW, type: 'password' });
    page.button(random.pick(['changePassword', 'save', 'send']));
    return page.form(random.pick(['change-password', 'password', 'settings', 'security', 'account']), page.say('changePassword'));
  } },
  reset: { share: 5, make(page) {
    const { random } = page;
    if (random.maybe(0.15)) codeField(page);
    page.field(random.maybe(0.7) ? 'newPassword' : 'password', 'new-password', { ...NEW, type: 'password' });
    if (random.maybe(0.85)) page.field('again', 'new-password', { ...NEW, type: 'password' });
    page.button(random.pick(['resetPassword', 'changePassword', 'save', 'next']));
    return page.form(random.pick(['reset', 'reset-password', 'new-password', 'recover', 'setpassword']), page.say('resetPassword'));
  } },
  forgot: { share: 3, make(page) {
    const { random } = page;
    const isUser = random.maybe(0.5);
    page.field(isUser ? 'user' : 'email', 'either', { token: isUser ? 'username' : 'email', type: isUser ? 'text' : 'email' });
    if (random.maybe(0.25)) page.other('captcha');
    page.button(random.pick(['resetPassword', 'send', 'next']));
    return page.form(random.pick(['forgot', 'forgot-password', 'recover']), page.random.pick([page.say('forgot'), page.say('resetPassword')]));
  } },
  code: { share: 12, make(page) {
    const { random } = page;
    if (random.maybe(0.75)) page.raw(`<p>${page.say('codeSent')}</p>`);
    if (random.maybe(0.35)) boxes(page);
    else codeField(page);
    if (random.maybe(0.3)) page.tick('remember', 'trust_device');
    page.button(random.pick(['next', 'next', 'send', 'signIn']));
    if (random.maybe(0.5)) page.link('resend', '/resend');
    return page.form(random.pick(['otp', 'verify', 'two-factor', 'mfa', 'challenge', 'login', 'totp', 'form']), random.maybe(0.5) ? page.say('code') : page.say('codeSent'));
  } },
  codePlain: { share: 3, make(page) {
    // The name and the label say only "code"; the page around it says which.
    page.raw(`<p>${page.say('codeSent')}</p>`);
    page.field('Code', 'one-time-code', { ...CODE, label: page.random.pick(['Code', 'PIN', 'Token', '']), name: page.random.pick(['code', 'token', 'pin', 'input', 'auth']), more: page.random.maybe(0.6) ? 'maxlength="6"' : '', type: page.random.pick(['text', 'tel']) });
    page.button('next');
    if (page.random.maybe(0.6)) page.link('resend', '/resend');
    return page.form(page.random.pick(['verify', 'otp', 'two-factor', 'confirm']), page.say('codeSent'));
  } },
  checkout: { share: 6, make(page) {
    const { random } = page;
    if (random.maybe(0.7)) page.other('email');
    person(page, 9);
    for (const thing of ['street', 'city', 'postal', 'phone']) if (random.maybe(0.7)) page.other(thing);
    if (random.maybe(0.6)) page.other('coupon');
    for (const thing of ['cardNumber', 'expiry', 'cardCode']) if (random.maybe(0.75)) page.other(thing);
    page.button('pay');
    return page.form(random.pick(['checkout', 'payment', 'billing', 'order']), page.say('pay'));
  } },
  card: { share: 2, make(page) {
    for (const thing of ['cardNumber', 'expiry', 'cardCode']) page.other(thing);
    page.button(page.random.pick(['pay', 'save']));
    return page.form('payment', page.say('pay'));
  } },
  newsletter: { share: 5, make(page) {
    if (page.random.maybe(0.25)) page.other('firstName');
    page.other('email');
    page.button('subscribe');
    return page.form(page.random.pick(['newsletter', 'subscribe', 'mc-embedded', 'footer']), page.say('newsletter'));
  } },
  search: { share: 3, make(page) {
    page.other('search');
    page.button('search');
    return page.form('search', '');
  } },
  comment: { share: 3, make(page) {
    for (const thing of ['fullName', 'email', 'url']) page.other(thing);
    if (page.random.maybe(0.3)) page.other('captcha');
    page.button('send');
    return page.form(page.random.pick(['comment', 'commentform', 'reply', 'contact', 'feedback']), page.say('comment'));
  } },
  contact: { share: 4, make(page) {
    const { random } = page;
    person(page, 5);
    page.other('email');
    if (random.maybe(0.5)) page.other('phone');
    if (random.maybe(0.5)) page.other('comment');
    page.button('send');
    return page.form(random.pick(['contact', 'enquiry', 'quote', 'demo', 'booking']), random.pick(['Contact us', 'Kontakt', 'Request a demo', 'Book an appointment', page.say('comment')]));
  } },
  small: { share: 6, make(page) {
    const { random } = page;
    const thing = random.pick(['postal', 'coupon', 'order', 'amount', 'captcha', 'phone', 'city', 'countryCode', 'coupon', 'captcha']);
    if (random.maybe(0.2)) page.other(random.pick(['email', 'lastName', 'order']));
    page.other(thing);
    page.button(random.pick(['next', 'send', 'search', 'save']));
    return page.form(random.pick(['form', 'lookup', 'apply', 'cart', 'tracking', 'estimate']), '');
  } },
  profile: { share: 4, make(page) {
    const { random } = page;
    person(page, 7);
    if (random.maybe(0.7)) page.other('email');
    if (random.maybe(0.6)) page.other('phone');
    page.button('save');
    return page.form(random.pick(['profile', 'settings', 'account', 'edit']), random.pick(['Profile', 'Settings', 'Your account', 'Profil']));
  } },
};
