// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Finds sign-in fields. Reads the DOM, writes nothing, and needs no extension function. Its answers only rank entries and offer them; they
// never release anything.

globalThis.PassfoldFieldDetector ??= (() => {
  const tree = globalThis.PassfoldDocumentTree;
  const { gather, group, read, rootAround } = globalThis.PassfoldFieldScopes;
  const { isCandidate, readFields } = globalThis.PassfoldFieldEvidence;
  const { parts, company } = globalThis.PassfoldFieldCompany;
  const boxes = globalThis.PassfoldCodeBoxes;
  /** The learned weights of each kind of field, loaded when a page first has one. */
  /** @type {Map<string, {purposes: string[], weights: Record<string, number[]>}>} */
  const known = new Map();
  // A field with one of these meanings is never for a code, regardless of other evidence; nor is any field next to a card.
  const NO_CODE = ['card', 'captcha', 'coupon', 'postal', 'optional'];
  // A field with one of these meanings is not for a code either, unless it mentions a code too: "code from your phone".
  const NO_CODE_BY_ITSELF = ['phone', 'email', 'person', 'place', 'company', 'search'];
  const SHORTEST_PASSWORD = 4;
  const NO_PASSWORD = ['card', 'answer', 'captcha'];
  const CODE_IS_SAID = ['form', 'button', 'heading', 'text', 'page', 'link', 'around'].flatMap((place) => [`${place} code`, `${place} verify`]);
  // Some sites declare other fields as codes to keep passwords and names from being filled.
  const NO_CODE_DECLARED = ['password', 'user', 'email', 'phone', 'card', 'captcha'];

  /** @param {string} kind the kind of field: `password` or `text` */
  function learned(kind) {
    let lists = known.get(kind);
    if (lists === undefined) {
      lists = JSON.parse(globalThis.PassfoldFieldWeights[kind]);
      known.set(kind, lists);
    }
    return lists;
  }

  /** The text around the fields of a scope. It is read when the first field asks, and summed up once for all of them. */
  class Surroundings {
    /** @type {Set<string> | null} */
    #said = null;
    /** @type {Map<string, number[]>} */
    #sums = new Map();

    constructor(scope) {
      this.scope = scope;
    }

    get said() {
      this.#said ??= read(this.scope);
      return this.#said;
    }

    /** @param {string} kind the kind of field @returns {number[]} the weight of the surroundings alone for each purpose */
    sums(kind) {
      let sums = this.#sums.get(kind);
      if (sums === undefined) {
        const { weights } = learned(kind);
        sums = [...weights['']];
        weigh(weights, this.said, sums);
        this.#sums.set(kind, sums);
      }
      return sums;
    }
  }

  /** Adds the weights of the evidence to the sums, one for each purpose. */
  function weigh(weights, evidence, sums) {
    for (const name of evidence) {
      const list = weights[name];
      if (list === undefined) continue;
      for (let which = 0; which < sums.length; which += 1) sums[which] += list[which];
    }
  }

  /**
   * @param {Document | ShadowRoot | Element} root
   * @returns {{field: any, part: any[], group: string | null, own: Set<string>, around: Surroundings}[]} every possible sign-in field,
   *   with the evidence for and against it: from itself, from neighbouring fields, and from its surroundings
   */
  function gatherEvidence(root) {
    const { inputs, buttons } = gather(root);
    const fields = readFields(inputs.filter(isCandidate));
    if (fields.length === 0) return [];
    const groups = new Map();
    for (const [index, run] of boxes.find(fields).entries()) for (const field of run) groups.set(field, `code-${index + 1}`);
    const found = new Map();
    for (const [scope, members] of group(fields, buttons)) {
      const around = new Surroundings(scope);
      // Next to a field of type password, a text field that mentions a password only takes its place until the user types.
      const isHidden = members.some(({ type }) => type === 'password');
      for (const field of members) if (isHidden && field.type !== 'password' && field.declared.length === 0) field.isPassword = false;
      for (const part of parts(members)) {
        for (const [index, list] of company(part).entries()) {
          const field = part[index];
          const own = new Set(field.own);
          for (const one of list) own.add(one);
          found.set(field, { field, part, group: groups.get(field) ?? null, own, around });
        }
      }
    }
    return fields.map((field) => found.get(field));
  }

  /** Whether a field can be for a code at all, regardless of its sum. */
  function mayBeCode({ field, own, around }) {
    if (field.declared.includes('one-time-code')) return true;
    if (own.has('beside a captcha') || own.has('beside a card') || NO_CODE.some((meaning) => field.said.has(meaning))) return false;
    // The text before a field may mention a code that is sent to the requested phone number or address.
    const words = own.has('labelled by the text beside it') && field.named.size > 0 ? field.named : field.said;
    const isOfCode = words.has('code') || words.has('weakcode');
    if (!isOfCode && NO_CODE_BY_ITSELF.some((meaning) => words.has(meaning))) return false;
    return field.said.has('code') || field.said.has('weakcode') || CODE_IS_SAID.some((one) => around.said.has(one));
  }

  /** Whether a field can be for a user name: a card's number is not, unless the field says so. */
  function mayBeUser({ field }) {
    return !field.said.has('card') || ['user', 'email', 'member'].some((meaning) => field.said.has(meaning));
  }

  /** Whether a field of type password can be for a password: a card's code and the answer to a question are hidden too. */
  function mayBePassword({ field }) {
    if (field.length > 0 && field.length < SHORTEST_PASSWORD) return false;
    if (field.declared.some((token) => token.endsWith('-password'))) return true;
    return !NO_PASSWORD.some((meaning) => field.labelled.has(meaning) || (field.named.has(meaning) && !field.said.has('password')));
  }

  const MAY_BE = { username: mayBeUser, 'one-time-code': mayBeCode, 'current-password': mayBePassword, 'new-password': mayBePassword };

  /** Returns the most likely purpose, and its lead over having no purpose. */
  function judge(one) {
    const { field, own, around } = one;
    let best = null;
    let score = 0;
    if (field.isOther) return { best, score };
    const declaresCode = field.declared.includes('one-time-code') && !NO_CODE_DECLARED.some((meaning) => field.said.has(meaning));
    if (declaresCode) return { best: 'one-time-code', score: 1 };
    const kind = field.isPassword ? 'password' : 'text';
    const { purposes, weights } = learned(kind);
    const sums = [...around.sums(kind)];
    weigh(weights, own, sums);
    for (let which = 0; which < sums.length; which += 1) {
      if (sums[which] > score && MAY_BE[purposes[which]](one)) {
        best = purposes[which];
        score = sums[which];
      }
    }
    return { best, score };
  }

  /**
   * @param {Document | ShadowRoot | Element} root
   * @returns {{element: HTMLInputElement, purpose: string, group: string | null, isNew: boolean, part: object}[]} in document order;
   *   `isNew` if the user makes up a user name or password there, so that no saved one fits; fields that belong together share a `part`
   */
  function classify(root) {
    const all = gatherEvidence(root);
    const found = all.map((one) => (one.group === null ? { ...one, ...judge(one) } : { ...one, best: 'one-time-code', score: 0 }));

    // A sign-in has one user name: the likeliest field of those that belong together, but a visible one before a hidden trap for robots.
    const names = new Map();
    for (const one of found) {
      if (one.best !== 'username') continue;
      const other = names.get(one.part);
      if (other === undefined) {
        names.set(one.part, one);
        continue;
      }
      const [isSeen, isOtherSeen] = [one, other].map(({ field }) => tree.isSeen(field.input));
      const wins = isSeen === isOtherSeen ? one.score > other.score : isSeen;
      if (wins) names.set(one.part, one);
      (wins ? other : one).best = null;
    }
    const purposes = new Map();
    for (const { part, best } of found) {
      const set = purposes.get(part);
      if (set === undefined) purposes.set(part, new Set([best]));
      else set.add(best);
    }
    return found
      .filter(({ best }) => best !== null)
      .map(({ field, part, best, group: name }) => {
        const beside = purposes.get(part);
        const isNewName = best === 'username' && beside.has('new-password') && !beside.has('current-password');
        return { element: field.input, purpose: best, group: name, isNew: best === 'new-password' || isNewName, part };
      });
  }

  /** Classifies the fields of the form or page that an input belongs to. @param {HTMLInputElement} input */
  const classifyAround = (input) => classify(rootAround(input));

  return Object.freeze({ classify, classifyAround, gatherEvidence, mayBeCode });
})();
