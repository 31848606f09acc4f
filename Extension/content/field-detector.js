// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Finds sign-in fields. Reads the DOM, writes nothing, needs no extension function. What a page declares
// (`autocomplete`, WHATWG HTML §4.10.18.7) comes first; then words, then shape, then the company a field keeps.
// Its answers rank and offer; nothing is released because of them.

globalThis.PassfoldFieldDetector ??= (() => {
  const tree = globalThis.PassfoldDocumentTree;
  const TEXT_TYPES = new Set(['text', 'email', 'tel', 'number', 'password', '']);
  const PURPOSES = new Set(['one-time-code', 'username', 'current-password', 'new-password']);
  const MOST_FIELDS = 2000;
  const FEWEST_BOXES = 4;
  const MOST_BOXES = 10;

  // Declared purposes that are certainly something else.
  const OTHER_PURPOSE =
    /^(name|honorific-.*|(given|additional|family)-name|nickname|organization.*|street-address|address-.*|country.*|postal-code|cc-.*|transaction-.*|language|bday.*|sex|url|photo|impp)$/;

  const CODE_WORDS =
    /one[\s_-]?time|\botp|otp\b|otp[\s_-]?code|\btotp|2fa|two[\s_-]?(factor|step)|mfa\b|verif\w*[\s_-]?(code|number|token|pin)|(auth\w*|security|sms|login|access|confirm\w*|device|email|backup|6[\s_-]?digit)[\s_-]?(code|token|pin)\b|code[\s_-]?(verif|confirm|auth|sms|from your)|enter[\s_-]?(the|your)?[\s_-]?code|pass[\s_-]?code|authenticator|einmal(code|kennwort|passwort)|best(ä|ae)tigungs?code|sicherheitscode|c(ó|o)digo de (verificaci|seguran|seguridad|acceso|confirma)|code de (v(é|e)rif|s(é|e)curit|confirm)|codice di (verifica|sicurezza|conferma)|kod (weryfikac|potwierdz|do[ğg]rulama)|do[ğg]rulama kodu|код (подтвержд|из смс|безопасн)|verificatiecode|驗證碼|验证码|認証コード|確認コード|인증\s?번호|رمز التحقق|कोड/i;
  const NOT_CODE_WORDS =
    /captcha|promo|coupon|gift|voucher|discount|rabatt|referr|invit|post(al)?[\s_-]?code|\bzip|plz\b|country[\s_-]?code|area[\s_-]?code|dial|phone[\s_-]?code|sort[\s_-]?code|swift|iban|cvv|cvc|csc\b|card|karte|search|such|product|item[\s_-]?code|qr[\s_-]?code|tax|vat\b|barcode|currency|language|course|class[\s_-]?code|source[\s_-]?code|图形|字符/i;
  const USER_WORDS =
    /user[\s_-]?(name|id|nm)?\b|\buser|e?[\s_-]?mail|\blog[\s_-]?in|logon|log[\s_-]?in[\s_-]?(id|name)|sign[\s_-]?in[\s_-]?(id|name)|account|member[\s_-]?(id|no|number)|customer[\s_-]?(id|no|number)|\bident|benutzer|nutzer|anmelde|kunden|konto|usuario|utilisateur|identifiant|courriel|correo|utente|usu[aá]rio|gebruiker|u[żz]ytkownik|kullan[ıi]c[ıi]|eposta|e-posta|логин|пользоват|почт|телефон|用户|用戶|账号|帳號|手机|手機|邮箱|ログイン|ユーザ|メール|アカウント|아이디|이메일|البريد|المستخدم|kennitala|phone|handy|mobile|\btel\b|\buid\b|\bacct|netid|screenname|nick/i;
  const NOT_USER_WORDS =
    /search|such(e|begriff)|captcha|otp\b|first[\s_-]?name|last[\s_-]?name|full[\s_-]?name|given|surname|vorname|nachname|(?<!mail[\s_-]*)address\b|street|\bcity|\bzip|postal|coupon|promo|comment|message|subject|company|card|amount|quantity|\bdate|birth|hint|answer|question|\burl|website|recipient|friend|query|keyword/i;
  const NO_PASSWORD_WORDS = /cvv|cvc|csc\b|card|karte|carte|security[\s_-]?(code|answer|question)|\bssn\b|social security|iban|answer|tax[\s_-]?id/i;
  const CARD_FIELD_WORDS = /card[\s_-]?n(o|um)|\bcc[\s_-]?n(o|um)|expir|exp[\s_-]?(month|date|year)|kartennummer/i;
  const NEW_WORDS =
    /new|neu(es)?[\s_-]?(pass|kenn)|create|choose|set[\s_-]?(a|your)?[\s_-]?pass|nuev|nouveau|nuova|novo|regist|sign[\s_-]?up|нов|设置|新/i;
  const REPEAT_WORDS =
    /confirm|repeat|again|re[\s_-]?(type|enter)|retype|verify|wiederhol|best(ä|ae)tig|repet|r(é|e)p(é|e)t|conferma|ponów|powt|подтверд|повтор|確認|确认|再|check|password[\s_-]?2|2$/i;
  const OLD_WORDS = /current|old|existing|previous|present|aktuell|alt(es)?[\s_-]?(pass|kenn)|actual|ancien|vecchi|atual|текущ|стар|当前|現在|旧/i;
  const SIGN_IN_WORDS =
    /sign[\s_-]?in|log[\s_-]?in|log[\s_-]?on|signin|login|logon|anmeld|einlog|iniciar ses|acceder|ingresar|connexion|se connecter|accedi|entrar|inloggen|zaloguj|logowanie|giri[sş]|войти|вход|увійти|登录|登入|ログイン|로그인|تسجيل الدخول|authenticat|welcome back|session|remember me|forgot|keep me|angemeldet bleiben|přihl|logga in|logg inn|kirjaudu|đăng nhập|masuk/i;
  const SIGN_UP_WORDS =
    /sign[\s_-]?up|signup|regist|create[\s_-]?(an?|your|my|new)?[\s_-]?(free)?[\s_-]?(account|profile)|\bjoin\b|enrol|get started|neues konto|konto erstellen|registr|crear (una )?cuenta|s.inscrire|inscription|iscri|cadastr|aanmelden|zarejestruj|rejestrac|kay[ıi]t|зарегистр|регистрац|注册|註冊|新規|会員登録|회원가입|إنشاء|đăng ký|daftar|open an account|new customer/i;
  const RESET_WORDS = /reset|forgot|recover|change[\s_-]?(your)?[\s_-]?pass|password[\s_-]?change|update[\s_-]?(your)?[\s_-]?pass|vergessen|zur(ü|ue)cksetzen|olvid|oubli|dimentic|восстанов|重置|忘记/i;
  const NEWSLETTER_WORDS = /newsletter|subscri|mailing|abonn|notify me|stay (in touch|updated|informed)|рассыл|boletín/i;

  /** Every `input` under the root in document order, those in open shadow trees too. */
  function inputsUnder(root) {
    const found = [];
    const walk = (node) => {
      for (const element of tree.querySelectorAll(node, '*')) {
        if (found.length >= MOST_FIELDS) return;
        if (tree.localName(element) === 'input') found.push(element);
        if (tree.shadowRoot(element)) walk(tree.shadowRoot(element));
      }
    };
    if (tree.localName(root) === 'input') found.push(root);
    if (tree.shadowRoot(root)) walk(tree.shadowRoot(root));
    walk(root);
    return found;
  }

  function typeOf(input) {
    return (input.getAttribute('type') ?? 'text').trim().toLowerCase();
  }

  function isCandidate(input) {
    const type = typeOf(input);
    if (type === 'hidden' || input.disabled) return false;
    // An unknown type is a text field to the browser, whose `type` property says so.
    return TEXT_TYPES.has(type) || input.type === 'text';
  }

  /** The declared purposes, the wildcards and section names taken off. */
  function declared(input) {
    const value = (input.getAttribute('autocomplete') ?? '').trim().toLowerCase();
    return value.split(/\s+/).filter((token) => token !== 'webauthn' && !token.startsWith('section-'));
  }

  function textOf(element, most) {
    return ((element && tree.textContent(element)) ?? '').slice(0, most).replace(/\s+/g, ' ').trim();
  }

  function attributeWords(element, names) {
    return names
      .map((name) => tree.attribute(element, name) ?? '')
      .join(' ')
      // Words are found in fooBar as they are in foo-bar.
      .replace(/([a-z])([A-Z])/g, '$1 $2');
  }

  function labelWords(input) {
    const parts = [];
    for (const label of input.labels ?? []) parts.push(textOf(label, 120));
    const ids = (input.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean).slice(0, 4);
    const root = tree.root(input);
    for (const id of ids) parts.push(textOf(tree.elementById(root, id), 120));
    if (parts.join('').length === 0) {
      // No label: the text that stands right before the field is what a person reads as one.
      for (let node = tree.previousSibling(input), count = 0; node && count < 3; node = tree.previousSibling(node), count += 1) {
        const name = tree.localName(node);
        if (name === 'input') break;
        if (name !== 'script' && name !== 'style') parts.push(textOf(node, 80));
      }
    }
    return parts.join(' ');
  }

  /** All words that speak of one field. */
  function wordsOf(input) {
    const own = attributeWords(input, [
      'name', 'id', 'placeholder', 'aria-label', 'title', 'data-testid', 'formcontrolname', 'ng-model',
    ]);
    return `${own} ${labelWords(input)}`;
  }

  /** What holds the fields that belong together: the form, else the smallest ancestor that has a button too. */
  function scopeOf(input, root) {
    if (input.form) return input.form;
    let best = tree.root(input);
    for (let node = tree.parentElement(input), depth = 0; node && depth < 12; node = tree.parentElement(node), depth += 1) {
      if (tree.localName(node) === 'body' || tree.localName(node) === 'html') break;
      if (tree.querySelector(node, 'button, input[type="submit"], input[type="button"], [role="button"]')) {
        best = node;
        if (tree.querySelector(node, 'input[type="password"]') || depth >= 6) break;
      }
    }
    return best;
  }

  /** The words of a scope: its attributes, headings, buttons and links. */
  function readScope(scope, fields) {
    const names = ['id', 'name', 'class', 'action', 'aria-label', 'data-testid', 'data-test-selector', 'data-qa'];
    const own = attributeWords(scope, names);
    const buttons = [];
    const rest = [];
    const selector = 'h1, h2, h3, h4, legend, button, input[type="submit"], input[type="button"], [role="button"], a, label';
    let count = 0;
    for (const element of tree.querySelectorAll(scope, selector)) {
      count += 1;
      if (count > 200) break;
      const text = `${textOf(element, 60)} ${attributeWords(element, ['value', 'aria-label'])}`;
      const name = tree.localName(element);
      const isButton = name === 'button' || name === 'input' || tree.attribute(element, 'role') === 'button';
      (isButton ? buttons : rest).push(isButton ? `${text} ${attributeWords(element, ['id', 'name', 'class'])}` : text);
    }
    let near = '';
    for (let node = tree.parentElement(scope), depth = 0; node && depth < 3; node = tree.parentElement(node), depth += 1) {
      near += ` ${attributeWords(node, ['id', 'class'])}`;
      const heading = tree.querySelector(node, 'h1, h2, h3');
      if (heading) near += ` ${textOf(heading, 80)}`;
    }
    const title = `${tree.title(tree.ownerDocument(scope) ?? scope) ?? ''} ${location.pathname.slice(0, 120)}`;
    const weigh = (words) =>
      (words.test(own) ? 2 : 0) + (words.test(buttons.join(' ')) ? 2 : 0) + (words.test(rest.join(' ')) ? 0.5 : 0) +
      (words.test(near) ? 1 : 0) + (words.test(title) ? 1 : 0);
    const passwords = fields.filter((field) => field.type === 'password');
    return {
      signIn: weigh(SIGN_IN_WORDS),
      signUp: weigh(SIGN_UP_WORDS) + (fields.length - passwords.length > 2 ? 1.5 : 0),
      reset: weigh(RESET_WORDS),
      newsletter: weigh(NEWSLETTER_WORDS),
      code: weigh(CODE_WORDS),
      card: fields.some((field) => CARD_FIELD_WORDS.test(field.words)),
    };
  }

  function isOneCharacterBox({ input, type }) {
    if (type === 'email') return false;
    return input.maxLength === 1 || input.getAttribute('size') === '1' || /^\^?(\\d|\[0-9\])(\{1\})?\$?$/.test(input.getAttribute('pattern') ?? '');
  }

  function commonAncestorIsNear(first, last) {
    for (let node = tree.parentElement(first), depth = 0; node && depth < 4; node = tree.parentElement(node), depth += 1) {
      if (tree.contains(node, last)) return true;
    }
    const [one, other] = [tree.root(first), tree.root(last)].map((root) => ({ root, host: tree.host(root) }));
    if (one.root === other.root) return false;
    return (one.host && tree.parentElement(one.host)) === (other.host && tree.parentElement(other.host));
  }

  /** Runs of one-character boxes: the places of one split code. */
  function boxRuns(fields) {
    const runs = [];
    let run = [];
    const close = () => {
      if (run.length >= FEWEST_BOXES && run.length <= MOST_BOXES) runs.push(run);
      run = [];
    };
    for (const field of fields) {
      if (!isOneCharacterBox(field)) close();
      else {
        if (run.length > 0 && !commonAncestorIsNear(run[run.length - 1].input, field.input)) close();
        run.push(field);
      }
    }
    close();
    return runs.filter((boxes) => !boxes.some(({ words }) => NOT_CODE_WORDS.test(words)));
  }

  function codeScore({ input, type, words }, scope) {
    // A card's security code is asked for beside its number.
    if (NOT_CODE_WORDS.test(words) || scope.card) return 0;
    let score = 0;
    if (CODE_WORDS.test(words)) score += 3;
    else if (/\b(code|pin|token|kod|código|codice)\b/i.test(words)) score += 1;
    if (score === 0) return 0;
    const numeric = input.getAttribute('inputmode') === 'numeric' || type === 'number' || type === 'tel';
    if (numeric) score += 0.5;
    if (input.maxLength >= 4 && input.maxLength <= 10) score += 1;
    if (scope.code > 0) score += Math.min(1.5, scope.code / 2);
    if (type === 'email') score -= 3;
    return score;
  }

  /** Gives the passwords of one scope their purposes by number, order and words. */
  function sortPasswords(passwords, scope) {
    const open = passwords.filter((field) => field.purpose === null);
    if (open.length === 0) return;
    const old = open.find(({ words }) => OLD_WORDS.test(words));
    const repeat = open.length > 1 && open.some(({ words }, index) => index > 0 && REPEAT_WORDS.test(words));
    if (open.length === 1) {
      const [only] = open;
      const declaredNew = passwords.some((field) => field.purpose === 'new-password');
      const isNew =
        !old && ((NEW_WORDS.test(only.words) && !/^\W*$/.test(only.words)) || declaredNew ||
          scope.signUp > scope.signIn || (scope.reset > 2 && scope.reset > scope.signIn && REPEAT_WORDS.test(only.words)));
      only.purpose = isNew && passwords.length === 1 && scope.signIn > scope.signUp + 1 && !/new/i.test(only.words)
        ? 'current-password'
        : isNew ? 'new-password' : 'current-password';
      return;
    }
    for (const [index, field] of open.entries()) {
      const isOld = field === old || (!old && index === 0 && open.length >= 3);
      const lonePair = open.length === 2 && !repeat && !old && scope.signUp <= scope.signIn && !NEW_WORDS.test(field.words);
      field.purpose = isOld || lonePair ? 'current-password' : 'new-password';
    }
  }

  function canBeUser({ type, words, other }) {
    return !other && type !== 'password' && type !== 'number' && !NOT_USER_WORDS.test(words) && !REPEAT_WORDS.test(words);
  }

  /** The user name of one scope: beside a password to sign in with, or alone on the first of two steps. */
  function findUser(fields, scope) {
    if (fields.some((field) => field.purpose === 'username')) return;
    const open = fields.filter((field) => field.purpose === null);
    const password = fields.findIndex((field) => field.purpose === 'current-password');
    if (password >= 0) {
      const before = fields.slice(0, password).filter((field) => field.purpose === null && canBeUser(field));
      const named = before.filter((field) => USER_WORDS.test(field.words) || field.type === 'email' || field.isEmail);
      const chosen = named[named.length - 1] ?? before[before.length - 1];
      if (chosen) chosen.purpose = 'username';
      return;
    }
    if (fields.some((field) => field.purpose === 'new-password') || fields.length > 3) return;
    const candidates = open.filter(
      (field) => canBeUser(field) && (USER_WORDS.test(field.words) || field.type === 'email' || field.isEmail),
    );
    if (candidates.length === 0 || candidates.length > 2) return;
    if (scope.signIn > 1 && scope.signIn > scope.signUp && scope.newsletter === 0) candidates[0].purpose = 'username';
  }

  /**
   * @param {Document | ShadowRoot | Element} root
   * @returns {{element: HTMLInputElement, purpose: string, group: string | null}[]} in document order
   */
  function classify(root) {
    const fields = inputsUnder(root).filter(isCandidate).map((input) => {
      const tokens = declared(input);
      const type = typeOf(input);
      return {
        input,
        type,
        words: wordsOf(input),
        purpose: /** @type {string | null} */ (null),
        group: /** @type {string | null} */ (null),
        isEmail: tokens.includes('email'),
        other: tokens.some((token) => OTHER_PURPOSE.test(token)),
        declaredPurpose: tokens.find((token) => PURPOSES.has(token)) ?? null,
      };
    });

    // 1. What the page declares, where it agrees with the type.
    for (const field of fields) {
      const { declaredPurpose, type } = field;
      if (declaredPurpose === null) continue;
      if (declaredPurpose === 'username' && type === 'password') continue;
      field.purpose = declaredPurpose;
    }

    // 2. Split codes.
    for (const [index, boxes] of boxRuns(fields).entries()) {
      for (const box of boxes) {
        box.purpose = 'one-time-code';
        box.group = `code-${index + 1}`;
      }
    }

    // 3. The rest, scope by scope.
    const scopes = new Map();
    for (const field of fields) {
      const scope = scopeOf(field.input, root);
      if (!scopes.has(scope)) scopes.set(scope, []);
      scopes.get(scope).push(field);
    }
    for (const [element, members] of scopes) {
      const scope = readScope(element, members);
      for (const field of members) {
        if (field.purpose !== null || field.other) continue;
        const isPassword = field.type === 'password';
        if (codeScore(field, scope) >= (isPassword ? 4 : 3) && !(isPassword && /passw|kennw|contrase/i.test(field.words))) {
          field.purpose = 'one-time-code';
        }
      }
      const passwords = members.filter((field) => field.type === 'password' && field.purpose !== 'one-time-code');
      for (const field of passwords) if (NO_PASSWORD_WORDS.test(field.words) && field.declaredPurpose === null) field.other = true;
      sortPasswords(passwords.filter((field) => !field.other), scope);
      findUser(members, scope);
    }

    return fields
      .filter((field) => field.purpose !== null)
      .map(({ input, purpose, group }) => ({ element: input, purpose: /** @type {string} */ (purpose), group }));
  }

  return Object.freeze({ classify });
})();
