// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The pages of the web that have to do with signing in, and those that only look like it.

import { BRANDS, HELP, ODD } from './sayings.mjs';

const [NEW, OLD, CODE] = ['new-password', 'current-password', 'one-time-code'].map((token) => ({ token }));

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
    // A label that elsewhere means something else: what stands alone before a password is the user name all the same.
    odd: () => page.field(random.pick(['user', 'own', 'member']), 'username', { label: random.pick(ODD), type: random.pick(['text', 'text', 'text', 'tel']) }),
  };
  options[kind ?? random.share({ user: 33, email: 32, both: 14, phone: 4, member: 6, own: 5, ownLabel: 5, odd: 7 })]();
}

/** What belongs to a form by the way: fields that trap robots, a firm's name, help. */
function noise(page) {
  const { random } = page;
  if (random.maybe(0.04)) page.field('honeypot', 'either', { label: '', name: random.pick(['website', 'hp_email', 'username2', 'fax']), more: 'style="display:none" tabindex="-1"' });
  if (random.maybe(0.15)) page.raw(`<p class="help">${random.pick(HELP)}</p>`);
}

function current(page) {
  if (page.random.maybe(0.04)) {
    page.field('PIN', 'current-password', { type: 'password', label: page.random.pick(['PIN', 'PIN code', 'Pin', 'PIN-Code']), name: page.random.pick(['pin', 'PIN', 'patronPin', 'code']), more: page.random.maybe(0.3) ? 'maxlength="4"' : '' });
    return;
  }
  page.field('password', 'current-password', { ...OLD, type: 'password' });
  if (page.random.maybe(0.15)) page.raw(`<button type="button" aria-label="${page.say('show')}"></button>`);
}

function signInEnd(page) {
  const { random } = page;
  if (random.maybe(0.2)) page.social();
  if (random.maybe(0.5)) page.tick('remember', random.pick(['remember_me', 'remember', 'persistent', 'keep']));
  page.button('signIn');
  if (random.maybe(0.65)) page.link('forgot', random.pick(['/forgot-password', '/password/reset', '/account/recover', '/lost']));
  if (random.maybe(0.5)) page.link('noAccount', random.pick(['/register', '/signup', '/join', '/users/new']));
}

function signUpEnd(page) {
  const { random } = page;
  noise(page);
  if (random.maybe(0.15)) page.social();
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
  page.field('code', 'one-time-code', { ...CODE, type: random.share({ text: 60, tel: 14, number: 14, password: 6 }), more: more.join(' ') });
}

/** @type {Record<string, {share: number, make: (page: import('./markup.mjs').Page) => string}>} */
export const PATTERNS = {
  signIn: { share: 22, make(page) {
    if (page.random.maybe(0.08)) page.other(page.random.pick(['company', 'company', 'search', 'order']));
    noise(page);
    who(page);
    current(page);
    if (page.random.maybe(0.1)) page.other('captcha');
    if (page.random.maybe(0.04)) codeField(page);
    signInEnd(page);
    return page.form(page.random.pick(['login', 'signin', 'session', 'auth', 'logon', 'loginForm', 'sign-in']), page.say('signIn'));
  } },
  declared: { share: 3, make(page) {
    // Nothing but what the page declares.
    const { random } = page;
    page.declares = 'rightly';
    const bare = (purpose, type) => page.field('', purpose, { label: '', name: '', token: `${random.maybe(0.1) ? 'section-b ' : ''}${purpose}${random.maybe(0.15) ? ' webauthn' : ''}`, type, bare: true });
    const kinds = random.pick([['username'], ['one-time-code'], ['one-time-code'], ['username', 'current-password'], ['current-password', 'new-password', 'new-password'], ['new-password'], ['current-password'], ['username', 'new-password']]);
    for (const kind of kinds) bare(kind, kind.endsWith('password') || (kind === 'one-time-code' && random.maybe(0.3)) ? 'password' : 'text');
    if (random.maybe(0.5)) page.button('next');
    return page.form('form', '');
  } },
  plain: { share: 3, make(page) {
    // Names alone, as programmers write them for themselves.
    const { random } = page;
    Object.assign(page, { labels: 'none', declares: 'never' });
    const lists = [
      [['user', 'username'], ['pass', 'current-password']], [['email', 'username'], ['password', 'current-password']], [['login', 'username'], ['pw', 'current-password']],
      [['current', 'current-password'], ['new1', 'new-password'], ['new2', 'new-password']], [['old', 'current-password'], ['new', 'new-password'], ['confirm', 'new-password']],
      [['p0', 'current-password'], ['p1', 'new-password'], ['p2', 'new-password']], [['oldpw', 'current-password'], ['newpw', 'new-password']],
      [['email', 'either'], ['user', 'username'], ['pw', 'new-password'], ['pw_confirm', 'new-password']], [['pass1', 'new-password'], ['pass2', 'new-password']],
    ];
    for (const [name, purpose] of random.pick(lists)) page.field('', purpose, { label: '', name, type: purpose.endsWith('password') ? 'password' : 'text' });
    page.button(random.pick(['send', 'save', 'next']));
    return page.form('f', '');
  } },
  signInBare: { share: 5, make(page) {
    who(page, page.random.pick(['user', 'email', 'own', 'member']));
    current(page);
    page.button(page.random.pick(['next', 'signIn', 'send']));
    return page.form(page.random.pick(['form1', 'main', 'index', 'portal']), page.random.maybe(0.5) ? '' : page.random.pick(['Portal', 'Welcome', 'Intranet', 'Webmail', 'Admin']));
  } },
  firstStep: { share: 10, make(page) {
    who(page, page.random.pick(['user', 'email', 'email', 'both', 'both', 'phone']));
    page.button(page.random.pick(['next', 'next', 'signIn']));
    if (page.random.maybe(0.5)) page.link('forgot', '/forgot');
    if (page.random.maybe(0.5)) page.link('noAccount', '/signup');
    return page.form(page.random.pick(['login', 'signin', 'identifier', 'sso', 'auth']), page.say('signIn'));
  } },
  emailFirst: { share: 6, make(page) {
    // One field for sign-in and sign-up alike; the page hardly says what it is for.
    const { random } = page;
    const isSocial = random.maybe(0.8);
    if (isSocial && random.maybe(0.5)) page.social();
    who(page, random.pick(['email', 'email', 'email', 'both', 'phone']));
    page.button(random.pick(['next', 'next', 'signIn']));
    if (isSocial) page.social();
    if (random.maybe(0.3)) page.tick('terms', 'terms');
    const headings = ['', 'Welcome', 'Welcome back', 'Get started', 'Sign in or create an account', 'Log in or sign up', "What's your email?", 'Enter your email to continue'];
    return page.form(random.pick(['auth', 'identify', 'login', 'welcome', 'account', 'email-form', 'form', 'step-1']), random.pick([page.say('signIn'), ...headings]));
  } },
  signUpStep: { share: 5, make(page) {
    // The first of several steps: the password is asked for later, or never.
    const { random } = page;
    if (random.maybe(0.2)) page.social();
    if (random.maybe(0.35)) person(page, 3);
    page.field('email', 'username', { token: random.pick(['email', 'username']), type: random.maybe(0.75) ? 'email' : 'text', label: random.maybe(0.15) ? random.pick(['Work email', 'Business email', 'Company email', 'Email or phone']) : undefined });
    if (random.maybe(0.2)) page.other(random.pick(['phone', 'company', 'birthday']));
    if (random.maybe(0.4)) page.tick('terms', random.pick(['terms', 'agree', 'tos']));
    page.button(random.maybe(0.7) ? 'signUp' : 'next');
    page.link('haveAccount', random.pick(['/login', '/signin']));
    return page.form(random.pick(['register', 'signup', 'join', 'create-account', 'registration', 'onboarding', 'trial']), page.say('signUp'));
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
    const [first, hasEmail] = [random.maybe(0.35), random.maybe(0.85)];
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
  signUpBig: { share: 5, make(page) {
    const { random } = page;
    const steps = [
      () => person(page, 7),
      () => page.field('email', 'either', { token: 'email', type: random.maybe(0.6) ? 'email' : 'text' }),
      () => {
        page.field('user', 'username', { token: random.pick(['username', undefined]), label: random.maybe(0.1) ? random.pick(BRANDS) + ' ID' : undefined });
        if (random.maybe(0.2)) page.raw('<button type="button">Check availability</button>');
      },
      () => newPasswords(page, { twice: random.maybe(0.75) }),
      () => { for (const thing of ['street', 'city', 'postal', 'phone', 'birthday', 'answer', 'company']) if (random.maybe(0.4)) page.other(thing); },
    ];
    // In any order, but mostly the user name before the passwords.
    const order = random.pick([[0, 1, 2, 3, 4], [2, 3, 1, 0, 4], [0, 4, 1, 2, 3], [2, 1, 3, 0, 4], [1, 2, 3, 0, 4], [0, 2, 3, 1, 4], [0, 1, 4, 2, 3], [2, 3, 0, 4, 1], [0, 2, 1, 3, 4]]);
    for (const step of order) steps[step]();
    signUpEnd(page);
    return page.form(random.pick(['register', 'signup', 'registration', 'form1', 'member', 'new_user']), page.say('signUp'));
  } },
  twoInOne: { share: 2, make(page) {
    // A form around the whole page, as some frameworks have it.
    const { random } = page;
    const signIn = () => { who(page, random.pick(['user', 'email', 'both'])); current(page); page.button('signIn'); };
    if (random.maybe(0.5)) page.other('search');
    if (random.maybe(0.7)) signIn();
    if (random.maybe(0.6)) {
      if (random.maybe(0.5)) person(page, 4);
      page.field('user', 'username', { token: 'username' });
      page.field('email', 'either', { type: 'text', token: 'email' });
      newPasswords(page, { twice: true });
      page.button('signUp');
    }
    if (random.maybe(0.4)) { page.other('email'); page.button('subscribe'); }
    return page.form(random.pick(['aspnetForm', 'form1', 'page']), page.say(random.pick(['signUp', 'signIn'])));
  } },
  verifyByOther: { share: 4, make(page) {
    // Looks like a page for a code, and asks for something else.
    const { random } = page;
    page.raw(`<p>${random.pick([page.say('codeSent'), 'We will send a verification code to this number.', 'Verify your identity', 'Confirm it is you'])}</p>`);
    for (const thing of random.pick([['phone'], ['phone'], ['postal'], ['lastName', 'birthday'], ['countryCode', 'phone'], ['postal', 'lastName'], ['order', 'postal'], ['answer'], ['captcha']])) page.other(thing);
    page.button(random.pick(['next', 'send']));
    return page.form(random.pick(['verify', 'otp', 'two-factor', 'challenge', 'mfa-setup', 'verification']), random.pick([page.say('codeSent'), 'Verify your phone', 'Two-factor authentication']));
  } },
  secretNumber: { share: 3, make(page) {
    // Fields of type password that hold no password.
    const { random } = page;
    if (random.maybe(0.5)) person(page, 4);
    const thing = random.pick([['Social security number', 'ssn', 9], ['SSN', 'TIN', 3], ['Security answer', 'secretAnswer', 0], ['CVV', 'cvv', 4], ['Answer to your question', 'answer1', 0], ['Card PIN', 'cardPin', 4], ['Tax ID', 'tin2', 4]]);
    for (let count = random.pick([1, 1, 2, 3]); count > 0; count -= 1) {
      page.field(String(thing[0]), 'none', { type: 'password', label: count === 1 || random.maybe(0.5) ? String(thing[0]) : '', name: `${thing[1]}${count > 1 ? count : ''}`, more: thing[2] && random.maybe(0.8) ? `maxlength="${thing[2]}" inputmode="numeric"` : '' });
    }
    page.button(random.pick(['next', 'send', 'save']));
    return page.form(random.pick(['identity', 'refund', 'apply', 'verify', 'form']), random.pick(['', 'Verify your identity', 'Your refund', 'Application']));
  } },
  signUpLong: { share: 5, make(page) {
    const { random } = page;
    if (random.maybe(0.75)) person(page, 6);
    page.field('email', 'username', { token: 'email', type: random.maybe(0.6) ? 'email' : 'text' });
    if (random.maybe(0.2)) page.field('again_email', 'none', { label: random.pick(['Confirm email', 'Repeat email address', 'E-Mail wiederholen']), type: 'email' });
    if (random.maybe(0.25)) page.other(random.pick(['phone', 'phone', 'birthday', 'postal', 'fullName', 'company']));
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
  codeAlone: { share: 4, make(page) {
    // One word says it all.
    const { random } = page;
    page.field('code', 'one-time-code', { ...CODE, label: page.say('code'), name: random.pick(['', 'otp', 'input', 'value', 'totp', 'field1', 'sms']), type: random.pick(['text', 'text', 'text', 'tel', 'number']) });
    page.button(random.pick(['next', 'send', 'signIn', 'save']));
    return page.form(random.pick(['form', 'f', 'main', 'step']), '');
  } },
  checkout: { share: 6, make(page) {
    const { random } = page;
    if (random.maybe(0.7)) page.other('email');
    person(page, 9);
    for (const thing of ['street', 'city', 'postal', 'phone']) if (random.maybe(0.7)) page.other(thing);
    if (random.maybe(0.6)) page.other('coupon');
    // Nobody may leave out a one-time code, and a shop asks for none beside the goods.
    if (random.maybe(0.15)) page.field('coupon', 'none', { label: random.pick(['Enter code (optional)', 'Code', 'Enter code', 'Code eingeben']), name: random.pick(['code', 'customField', 'discount']) });
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
    if (page.random.maybe(0.15)) page.tick('terms', 'consent');
    page.button(page.random.maybe(0.85) ? 'subscribe' : page.random.pick(['signUp', 'next', 'send']));
    if (page.random.maybe(0.1)) page.raw('<button type="button">Share on Facebook</button>');
    return page.form(page.random.pick(['newsletter', 'subscribe', 'mc-embedded', 'footer']), page.say('newsletter'));
  } },
  search: { share: 3, make(page) {
    page.other('search').button('search');
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
    const thing = random.pick(['postal', 'coupon', 'order', 'amount', 'account', 'captcha', 'phone', 'city', 'countryCode', 'coupon', 'captcha']);
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
