// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Learns the weights of the field detector from the labelled pages that are not kept out.
//
//     node Extension/training/train.mjs            writes field-words.js and field-weights.js in Extension/content
//     node Extension/training/train.mjs --check    says whether those files are what the words and pages teach

import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { loadDetector, openPage } from './detector.mjs';
import { learn } from './learn.mjs';
import { labelledPages } from './pages.mjs';
import { Random } from './random.mjs';
import { wordIndex } from './word-index.mjs';

const WORDS = new URL('../content/field-words.js', import.meta.url);
const WEIGHTS = new URL('../content/field-weights.js', import.meta.url);
const PURPOSES = { password: ['current-password', 'new-password', 'one-time-code'], text: ['username', 'one-time-code', 'new-password', 'current-password'] };

const PLACES = ['form', 'button', 'other button', 'link', 'text', 'heading', 'around', 'page'];
const MEANINGS = ['signin', 'signup', 'reset', 'forgot', 'remember', 'haveaccount', 'noaccount', 'terms', 'newsletter', 'checkout', 'contact', 'verify', 'code', 'settings', 'search', 'fresh', 'social'];
const AROUND = new RegExp(`^(${PLACES.join('|')}) `);
const LEFT_OUT_AROUND = 0.3;
const LEFT_OUT_OF_FIELD = 0.1;
const ADDED = 0.04;

const HEADER = `// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// How much each piece of evidence speaks for a purpose of a field, learned by Extension/training/train.mjs: change nothing here by hand.
// A field is of the purpose whose sum is the largest, and of none if no sum is above zero. "" is where a sum begins. The numbers of a line
// are hundredths, in the order of the purposes. They are texts in JSON, because most frames have no field and need not read them.

`;

/** @returns {Promise<string>} the text of field-weights.js */
export async function trainedWeights() {
  const context = await loadDetector({ PassfoldFieldWeights: {} });
  const examples = { password: [], text: [] };
  for (const page of labelledPages()) {
    if (page.isKeptOut) continue;
    for (const one of context.PassfoldFieldDetector.gatherEvidence(openPage(context, page))) {
      const { field, group } = one;
      const purpose = field.input.getAttribute('data-is');
      // Split boxes are found by their shape alone.
      if (purpose === 'either' || field.isOther || group !== null) continue;
      // Where the detector takes no code whatever the sum says, words for codes must not lose weight.
      const mayBeCode = context.PassfoldFieldDetector.mayBeCode(one);
      const evidence = [...one.own, ...one.around.said].filter((name) => mayBeCode || !/ (code|weakcode|verify)$/.test(name)).sort();
      examples[field.isPassword ? 'password' : 'text'].push({ evidence, purpose: purpose === 'none' ? null : purpose });
    }
  }
  for (const list of Object.values(examples)) list.push(...list.flatMap((example, index) => blurred(example, index)));
  const weights = {};
  for (const kind of ['password', 'text']) {
    const purposes = PURPOSES[kind].filter((purpose) => examples[kind].some((one) => one.purpose === purpose));
    weights[kind] = learn(examples[kind], purposes);
  }
  return `${HEADER}globalThis.PassfoldFieldWeights ??= ${literal(weights)};\n`;
}

/**
 * Pages of the web say more that is beside the point, and less that is to it, than pages that are made up: the same example again,
 * with some of what is said around the field left out and some added.
 */
function blurred({ evidence, purpose }, index) {
  const random = new Random(`blur ${index}`);
  const kept = evidence.filter((one) => !random.maybe(AROUND.test(one) ? LEFT_OUT_AROUND : /^(name|label|class|declares) /.test(one) ? LEFT_OUT_OF_FIELD : 0));
  for (const place of PLACES) for (const meaning of MEANINGS) if (random.maybe(ADDED)) kept.push(`${place} ${meaning}`);
  return [{ evidence: [...new Set(kept)], purpose }];
}

/** By name, one piece of evidence to a line, with a number for each purpose; a text in JSON for each kind of field. */
function literal(weights) {
  const kinds = Object.entries(weights).map(([kind, lists]) => {
    const purposes = Object.keys(lists);
    const names = [...new Set(purposes.flatMap((purpose) => Object.keys(lists[purpose])))].sort();
    const hundredths = (name) => purposes.map((purpose) => Math.round((lists[purpose][name] ?? 0) * 100)).join(', ');
    const lines = ['{', `"purposes": ${JSON.stringify(purposes)},`, '"weights": {', names.map((name) => `"${name}": [${hundredths(name)}]`).join(',\n'), '}}'];
    return `  ${kind}: '${lines.join('\n').replaceAll('\n', '\\\n')}',\n`;
  });
  return `{\n${kinds.join('')}}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  // The words come first: the weights are learned with them.
  await put(WORDS, wordIndex());
  await put(WEIGHTS, await trainedWeights());
}

async function put(file, text) {
  if (process.argv[2] !== '--check') return writeFile(file, text);
  if ((await readFile(file, 'utf8')) === text) return;
  process.stderr.write(`${file.pathname} is not what the words and pages teach: run make train-fields\n`);
  process.exit(1);
}
