// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The detector as the extension ships it, over a small stand-in for a browser's document.

import { readFile } from 'node:fs/promises';
import vm from 'node:vm';

import { TINY_WINDOW, parseDocument } from '../test/support/tiny-dom.js';

/** The detector's scripts in the order in which the worker puts them into a frame. */
export const SCRIPTS = ['document-tree', 'field-words', 'field-text', 'field-scopes', 'field-evidence', 'field-company', 'code-boxes', 'field-weights', 'field-detector'];

/**
 * @param {Record<string, any>} [more] further globals, such as weights in place of the shipped ones
 * @returns {Promise<any>} a context with the detector in it
 */
export async function loadDetector(more = {}) {
  const context = vm.createContext({ ...TINY_WINDOW, location: { pathname: '/' }, ...more });
  for (const name of SCRIPTS) {
    if (name === 'field-weights' && more.PassfoldFieldWeights) continue;
    vm.runInContext(await readFile(new URL(`../content/${name}.js`, import.meta.url), 'utf8'), context, { filename: name });
  }
  return context;
}

/**
 * @param {any} context from `loadDetector`
 * @param {import('./pages.mjs').LabelledPage} page
 * @returns {any} the page's document, with its title and path in place
 */
export function openPage(context, { html, title, path }) {
  const document = parseDocument(html);
  document.titleText = title;
  context.location.pathname = path;
  return document;
}
