// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Finds sign-in fields. Reads the DOM, writes nothing, needs no extension function. Its answers rank and offer; nothing is
// released because of them.

globalThis.PassfoldFieldDetector ??= (() => {
  const { gather, group, read } = globalThis.PassfoldFieldScopes;
  const evidence = globalThis.PassfoldFieldEvidence;
  const boxes = globalThis.PassfoldCodeBoxes;
  const WEIGHTS = globalThis.PassfoldFieldWeights;

  /**
   * @param {Document | ShadowRoot | Element} root
   * @returns {{field: any, scope: any, evidence: Set<string>}[]} every field that may be one of ours, with all that speaks for or against it
   */
  function gatherEvidence(root) {
    const { inputs, buttons } = gather(root);
    const fields = inputs.filter(evidence.isCandidate).map(evidence.readField);
    if (fields.length === 0) return [];
    const found = new Map();
    for (const [scope, members] of group(fields, buttons)) {
      const said = read(scope);
      for (const [index, list] of evidence.company(members).entries()) {
        const field = members[index];
        found.set(field, { field, scope, evidence: new Set([...field.own, ...list, ...said]) });
      }
    }
    return fields.map((field) => found.get(field));
  }

  /** The most likely purpose, by how much it is ahead of none at all. */
  function judge({ field, evidence: said }) {
    let best = null;
    let score = 0;
    if (field.isOther) return { best, score };
    for (const [purpose, weights] of Object.entries(WEIGHTS[field.isPassword ? 'password' : 'text'])) {
      let sum = weights[''];
      for (const one of said) sum += weights[one] ?? 0;
      if (sum > score) [best, score] = [purpose, sum];
    }
    return { best, score };
  }

  /**
   * @param {Document | ShadowRoot | Element} root
   * @returns {{element: HTMLInputElement, purpose: string, group: string | null}[]} in document order
   */
  function classify(root) {
    const all = gatherEvidence(root);
    const groups = new Map();
    for (const [index, run] of boxes.find(all.map(({ field }) => field)).entries()) {
      for (const field of run) groups.set(field, `code-${index + 1}`);
    }
    const found = all.map((one) => {
      const name = groups.get(one.field) ?? null;
      return name === null ? { ...one, group: null, ...judge(one) } : { ...one, group: name, best: 'one-time-code', score: 0 };
    });

    // A sign-in has one user name: the likeliest of those that stand together, up to the next password.
    const names = new Map();
    for (const one of found) {
      const state = names.get(one.scope) ?? { best: null, isPast: false };
      names.set(one.scope, state);
      if (one.field.isPassword) state.isPast = true;
      else if (state.isPast) [state.best, state.isPast] = [null, false];
      if (one.best !== 'username') continue;
      if (state.best !== null && state.best.score >= one.score) one.best = null;
      else {
        if (state.best !== null) state.best.best = null;
        state.best = one;
      }
    }
    return found
      .filter(({ best }) => best !== null)
      .map(({ field, best, group: name }) => ({ element: field.input, purpose: best, group: name }));
  }

  return Object.freeze({ classify, gatherEvidence });
})();
