// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The labelled pages: made from the patterns, the same in every run. Each `input` says in `data-is` what is right.
// A fifth of them, chosen by their names, are kept out of the training.
//
//     node Extension/training/pages.mjs OUT_DIR     writes them as files to look at

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Page, escape } from './markup.mjs';
import { PATTERNS } from './patterns.mjs';
import { LANGUAGES } from './phrases.mjs';
import { Random, hash } from './random.mjs';

export const PAGE_COUNT = 8000;
const KEPT_OUT_OF = 5;

/** @typedef {{name: string, html: string, title: string, path: string, isKeptOut: boolean}} LabelledPage */

/** @returns {Generator<LabelledPage>} */
export function* labelledPages(count = PAGE_COUNT) {
  for (let number = 0; number < count; number += 1) yield labelledPage(number);
}

/** @param {number} number @returns {LabelledPage} */
function labelledPage(number) {
  const random = new Random(`page ${number}`);
  const pattern = random.share(Object.fromEntries(Object.entries(PATTERNS).map(([name, { share }]) => [name, share])));
  const language = random.maybe(0.35) ? 'en' : random.pick(LANGUAGES);
  const name = `${pattern}-${language}-${number}`;
  const page = new Page(random, language);
  const main = PATTERNS[pattern].make(page);
  const around = (chance, other) => (random.maybe(chance) ? PATTERNS[other].make(new Page(random, language)) : '');
  const says = (thing) => escape(page.say(thing));
  const navigation = random.maybe(0.5) ? `<nav class="navbar"><a href="/">Home</a><a href="/login">${says('signIn')}</a><a href="/register">${says('signUp')}</a></nav>` : '';
  const beside = pattern === 'signIn' ? around(0.12, 'signUpUser') + around(0.05, 'signUpEmail') : pattern.startsWith('signUp') ? around(0.12, 'signIn') : '';
  const html = `<html lang="${language}"><body class="${random.pick(['page', 'login', 'app', 'home', ''])}"><header>${navigation}${around(0.25, 'search')}</header>
<main>${beside !== '' && random.maybe(0.5) ? beside + main : main + beside}</main>
<footer>${around(0.18, 'newsletter')}</footer></body></html>`;
  const paths = { signIn: '/login', firstStep: '/signin', signUpUser: '/register', signUpEmail: '/signup', reset: '/reset', change: '/settings/password', code: '/verify', checkout: '/checkout' };
  const heading = { signIn: 'signIn', signInBare: 'signIn', firstStep: 'signIn', secondStep: 'signIn', signUpUser: 'signUp', signUpEmail: 'signUp', signUpLong: 'signUp', reset: 'resetPassword', change: 'changePassword', code: 'code', forgot: 'forgot' }[pattern];
  return {
    name, html,
    title: heading && random.maybe(0.5) ? `${page.say(heading)} – Example` : 'Example',
    path: random.maybe(0.4) ? paths[pattern] ?? '/' : '/',
    isKeptOut: hash(name) % KEPT_OUT_OF === 0,
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = process.argv[2];
  if (!folder) {
    process.stderr.write('usage: node pages.mjs OUT_DIR\n');
    process.exit(64);
  }
  await mkdir(folder, { recursive: true });
  for (const { name, html } of labelledPages()) await writeFile(join(folder, `${name}.html`), html);
}
