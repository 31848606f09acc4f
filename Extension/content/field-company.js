// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Gathers the evidence that neighbouring fields give about a field's purpose: "before a password", "another is the user name", "second of
// twins".

globalThis.PassfoldFieldCompany ??= (() => {
  const { normal } = globalThis.PassfoldFieldText;

  /** @typedef {any} Field a field from field-evidence.js */

  const has = (/** @type {Field} */ field, ...all) => all.some((meaning) => field.said.has(meaning));
  const speaksOfUser = (/** @type {Field} */ field) => !field.isPassword && !field.isOther && (has(field, 'user') || field.declared.includes('username'));
  const speaksOfEmail = (/** @type {Field} */ field) =>
    !field.isPassword && (field.type === 'email' || has(field, 'email') || field.declared.includes('email'));
  // In many languages "user name" contains the word "name", and "email address" the word "address".
  const isPersonal = (/** @type {Field} */ field) =>
    field.isOther || (has(field, 'person', 'place', 'company', 'postal') && !speaksOfUser(field) && !speaksOfEmail(field));

  /** Whether two names differ only in a number or in a word for "again" or "new". */
  function areTwins(one, other) {
    const stem = (/** @type {Field} */ { input }) =>
      normal(input.getAttribute('name') || input.getAttribute('id') || '')
        .replace(/\d| (re|confirm|confirmation|repeat|again|new|verify|check|conf|c|r)(?= )/g, '').replace(/ /g, '');
    return stem(one) !== '' && stem(one) === stem(other);
  }

  /**
   * Divides the fields of a form into parts, because some pages have a sign-in and a sign-up in one form. A user name between two passwords
   * begins a part.
   * @param {Field[]} fields
   * @returns {Field[][]}
   */
  function parts(fields) {
    const found = [];
    let part = [];
    let hasPassword = false;
    const last = fields.findLastIndex((field) => field.isPassword);
    for (const [place, field] of fields.entries()) {
      const next = fields[place + 1];
      const begins = !field.isPassword && hasPassword && place < last && (speaksOfUser(field) || speaksOfEmail(field)) && !has(field, 'again')
        && !(next?.isPassword && has(next, 'again'));
      if (begins) {
        found.push(part);
        part = [];
        hasPassword = false;
      }
      if (field.isPassword) hasPassword = true;
      part.push(field);
    }
    found.push(part);
    return found;
  }

  /**
   * Returns the evidence that neighbouring fields give.
   * @param {Field[]} fields the fields of one part, in order
   * @returns {string[][]} the evidence for each field
   */
  function company(fields) {
    const passwords = fields.filter((field) => field.isPassword);
    const texts = fields.filter((field) => !field.isPassword);
    const users = new Set(texts.filter(speaksOfUser));
    const emails = new Set(texts.filter(speaksOfEmail));
    const codes = new Set(fields.filter((field) => has(field, 'code')));
    const [firstText] = texts;
    const [firstEmail] = emails;
    const lastPassword = fields.lastIndexOf(passwords[passwords.length - 1]);
    const isOld = (field) => has(field, 'old') || field.declared.includes('current-password');
    const old = new Set(passwords.filter(isOld));
    const fresh = new Set(passwords.filter((field) => field.declared.includes('new-password')));
    /** Whether a set has a field other than this one. */
    const another = (set, field) => set.size > (set.has(field) ? 1 : 0);

    const common = [`passwords: ${Math.min(passwords.length, 3)}`, `text fields: ${texts.length > 4 ? 'many' : texts.length}`];
    if (fields.some((field) => has(field, 'card'))) common.push('beside a card');
    if (texts.some((field) => isPersonal(field) && !has(field, 'place', 'company', 'postal'))) common.push('beside a person');
    if (texts.some((field) => isPersonal(field) && has(field, 'place', 'postal'))) common.push('beside a place');
    if (texts.some((field) => has(field, 'message'))) common.push('beside a message');
    if (fresh.size > 0 || passwords.some((field) => has(field, 'again'))) common.push('beside a password twice');
    if (passwords.some((field) => has(field, 'old'))) common.push('beside an old password');

    let number = -1;
    const ofPassword = (field, place, say) => {
      number += 1;
      const [before, after] = [passwords[number - 1], passwords[number + 1]];
      const [above, below] = [fields[place - 1], fields[place + 1]];
      say(`password ${Math.min(number + 1, 4)} of ${Math.min(passwords.length, 4)}`);
      if (before && areTwins(before, field)) say('second of twins');
      if (after && areTwins(field, after)) say('first of twins');
      if (after && has(after, 'again')) say('is typed again below');
      if (before && has(before, 'again')) say('after one typed again');
      if (another(old, field)) say('another is the old one');
      if (before && has(before, 'old')) say('after the old one');
      if (after && has(after, 'fresh')) say('before a new one');
      if (before && has(before, 'fresh')) say('after a new one');
      if (another(fresh, field)) say('another is declared new');
      if (!above) say('first of all');
      else if (!above.isPassword) say(users.has(above) ? 'after a user name' : emails.has(above) ? 'after an email' : 'after a text field');
      if (below && !below.isPassword && isPersonal(below)) say('before something personal');
      if (emails.size > 0 && users.size > 0) say('user name and email');
      if (emails.size > 1) say('emails: 2');
    };

    const ofText = (field, place, say) => {
      const next = fields[place + 1];
      const [isUser, isEmail] = [users.has(field), emails.has(field)];
      if (next?.isPassword) say(isPersonal(field) ? 'personal, before a password' : 'before a password');
      else if (next && fields[place + 2]?.isPassword) say('two before a password');
      else if (passwords.length > 0 && place > lastPassword) say('after all passwords');
      if (fields[place - 1]?.isPassword) say('after a password');
      if (field === firstText) say('first text field');
      if (texts.length === 1) say(passwords.length > 0 ? 'alone with passwords' : 'alone');
      if (another(users, field)) say(isEmail && !isUser ? 'email, another is the user name' : 'another is the user name');
      else if (isEmail && passwords.length > 0) say('email, no other user name');
      if (another(emails, field)) say(isUser ? 'user name beside an email' : isEmail ? 'email beside an email' : 'beside an email');
      if (isEmail && field !== firstEmail) say('a later email');
      if (isUser || isEmail) say(passwords.length > 0 ? 'named, beside passwords' : isUser ? 'user name, no password' : 'email, no password');
      else {
        if (users.size + emails.size === 0) say('nothing here is named');
        else if (has(field, 'phone')) say('phone beside a name or email');
        if (isPersonal(field)) say('personal');
      }
      if (another(codes, field)) say('another is a code');
    };

    return fields.map((field, place) => {
      const evidence = [...common];
      (field.isPassword ? ofPassword : ofText)(field, place, (one) => evidence.push(one));
      return evidence;
    });
  }

  return Object.freeze({ parts, company });
})();
