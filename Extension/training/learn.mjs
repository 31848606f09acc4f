// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Logistic regression with several outcomes: how much each piece of evidence speaks for a purpose, against none at all.
// Full steps in a fixed order without chance, so that the same pages give the same weights.

const STEPS = 240;
const STEP_SIZE = 0.15;
const PULL_TO_ZERO = 0.3;
const FEWEST_SEEN = 4;

/**
 * @param {{evidence: string[], purpose: string | null}[]} examples
 * @param {string[]} purposes
 * @returns {Record<string, Record<string, number>>} weights by purpose and evidence; '' is where every sum begins
 */
export function learn(examples, purposes) {
  const seen = new Map();
  for (const { evidence } of examples) for (const one of evidence) seen.set(one, (seen.get(one) ?? 0) + 1);
  const names = ['', ...[...seen].filter(([, count]) => count >= FEWEST_SEEN).map(([name]) => name).sort()];
  const places = new Map(names.map((name, index) => [name, index]));
  const width = purposes.length;
  const rows = examples.map(({ evidence, purpose }) => ({
    places: [0, ...evidence.map((one) => places.get(one)).filter((place) => place !== undefined)],
    wanted: purpose === null ? -1 : purposes.indexOf(purpose),
  }));
  const weights = new Float64Array(names.length * width);
  const gradient = new Float64Array(weights.length);
  const mean = new Float64Array(weights.length);
  const spread = new Float64Array(weights.length);
  const sums = new Float64Array(width);
  for (let step = 1; step <= STEPS; step += 1) {
    for (let at = 0; at < weights.length; at += 1) gradient[at] = at < width ? 0 : PULL_TO_ZERO * weights[at];
    for (const { places: list, wanted } of rows) {
      sums.fill(0);
      for (const place of list) for (let which = 0; which < width; which += 1) sums[which] += weights[place * width + which];
      let total = 1;
      for (let which = 0; which < width; which += 1) total += Math.exp(sums[which]);
      for (let which = 0; which < width; which += 1) {
        const error = Math.exp(sums[which]) / total - (which === wanted ? 1 : 0);
        if (Math.abs(error) > 1e-6) for (const place of list) gradient[place * width + which] += error;
      }
    }
    // Adam, with steps that become smaller.
    const size = STEP_SIZE * (1 - (step - 1) / STEPS);
    for (let at = 0; at < weights.length; at += 1) {
      mean[at] = 0.9 * mean[at] + 0.1 * gradient[at];
      spread[at] = 0.99 * spread[at] + 0.01 * gradient[at] * gradient[at];
      weights[at] -= (size * (mean[at] / (1 - 0.9 ** step))) / (Math.sqrt(spread[at] / (1 - 0.99 ** step)) + 1e-8);
    }
  }
  return Object.fromEntries(purposes.map((purpose, which) => [
    purpose,
    Object.fromEntries(names.map((name, index) => [name, Math.round(weights[index * width + which] * 100) / 100])
      .filter(([name, weight]) => name === '' || Math.abs(Number(weight)) >= 0.05)),
  ]));
}
