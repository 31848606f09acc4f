// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Precision and recall of the shipped detector on the labelled pages.
//
//     node Extension/training/score.mjs [--misses]     on the pages that are kept out of the training

import { pathToFileURL } from 'node:url';

import { loadDetector, openPage } from './detector.mjs';
import { labelledPages } from './pages.mjs';

export const PURPOSES = ['one-time-code', 'username', 'current-password', 'new-password'];

/**
 * @param {(page: import('./pages.mjs').LabelledPage) => boolean} isWanted
 * @returns {Promise<{pages: number, counts: Record<string, {right: number, wrong: number, missed: number}>, misses: string[]}>}
 */
export async function score(isWanted) {
  const context = await loadDetector();
  const counts = Object.fromEntries(PURPOSES.map((purpose) => [purpose, { right: 0, wrong: 0, missed: 0 }]));
  const misses = [];
  let pages = 0;
  for (const page of labelledPages()) {
    if (!isWanted(page)) continue;
    pages += 1;
    const document = openPage(context, page);
    const found = new Map([...context.PassfoldFieldDetector.classify(document)].map(({ element, purpose }) => [element, purpose]));
    for (const input of inputsOf(document)) {
      const wanted = input.getAttribute('data-is');
      const got = found.get(input) ?? 'none';
      if (wanted === null || wanted === 'either' || (wanted === 'none' && got === 'none')) continue;
      if (wanted === got) {
        counts[got].right += 1;
        continue;
      }
      if (got !== 'none') counts[got].wrong += 1;
      if (wanted !== 'none') counts[wanted].missed += 1;
      misses.push(`${page.name}: ${input.getAttribute('name') ?? input.getAttribute('id') ?? ''} is ${wanted}, found ${got}`);
    }
  }
  return { pages, counts, misses };
}

/** Every input, in shadow trees too. */
function inputsOf(root) {
  return root.querySelectorAll('*').flatMap((element) => [
    ...(element.localName === 'input' ? [element] : []), ...(element.shadowRoot ? inputsOf(element.shadowRoot) : []),
  ]);
}

/** @param {number} part @param {number} rest @returns {string} a share in per cent */
const share = (part, rest) => (part + rest === 0 ? '–' : `${((100 * part) / (part + rest)).toFixed(1)} % (${part}/${part + rest})`);

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { pages, counts, misses } = await score(({ isKeptOut }) => isKeptOut);
  process.stdout.write(`${pages} pages kept out of the training\n`);
  for (const [purpose, { right, wrong, missed }] of Object.entries(counts)) {
    process.stdout.write(`${purpose.padEnd(18)} precision ${share(right, wrong).padEnd(20)} recall ${share(right, missed)}\n`);
  }
  if (process.argv.includes('--misses')) process.stdout.write(`${misses.join('\n')}\n`);
}
