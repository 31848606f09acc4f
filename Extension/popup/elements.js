// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Creates the popup's elements, from text and properties and never from markup.

const SVG = 'http://www.w3.org/2000/svg';

// Paths on a 16 by 16 grid.
/** @type {Record<string, string>} */
const ICONS = {
  'one-time-code': 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zm0 3V8l2.5 2',
  password: 'M4.5 11.5a3 3 0 1 1 2.6-4.5H14v2.5h-1.5V11H10V9H7.1a3 3 0 0 1-2.6 2.5zM4.5 8.5h.01',
  passkey:
    'M6 7.5a2.75 2.75 0 1 0 0-5.5a2.75 2.75 0 0 0 0 5.5zM1.5 14c0-3 2-4.5 4.5-4.5c.9 0 1.7.2 2.3.5M12 10.5a2 2 0 1 0-.01 0zm0 0V14.5m0-2h1.5',
  note: 'M3.5 2h6l3 3v9h-9zM9.5 2v3h3M5.5 8h5M5.5 11h5',
  card: 'M2 4h12v8.5H2zM2 6.75h12M4.25 10h3',
  identity: 'M1.75 3.5h12.5v9.5H1.75zM5.5 8.25a1.5 1.5 0 1 0-.01 0zM3.25 11c.3-1.2 1.2-1.7 2.25-1.7s1.95.5 2.25 1.7M9.75 6.75h2.5M9.75 9.5h2.5',
  file: 'M10.5 4.5v6a2.5 2.5 0 0 1-5 0V4a1.75 1.75 0 0 1 3.5 0v6a.75.75 0 0 1-1.5 0V5',
  locked: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  provider: 'M2.5 4.5h4l1.5 1.5h5.5v7h-11z',
  'new-passkey': 'M8 3v10M3 8h10',
  back: 'M9.5 3.5L5 8l4.5 4.5',
  copy: 'M5.5 5.5h7.5v8h-7.5zM10.5 5.5V2.5H3v8h2.5',
  reveal: 'M1.5 8c1.5-3 4-4.5 6.5-4.5S13 5 14.5 8c-1.5 3-4 4.5-6.5 4.5S3 11 1.5 8zM8 6a2 2 0 1 0 .01 0z',
  hide: 'M1.5 8c1.5-3 4-4.5 6.5-4.5S13 5 14.5 8c-1.5 3-4 4.5-6.5 4.5S3 11 1.5 8zM3 13.5L13 2.5',
  settings: 'M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.75a1.75 1.75 0 1 0 .01 0zM6 9.75a1.75 1.75 0 1 0 .01 0z',
  all: 'M2.5 4h11M2.5 8h11M2.5 12h7',
};

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} properties
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, properties, ...children) {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

/**
 * Returns a site's name with line break opportunities after its dots, so that it does not break within a word.
 * @param {string} name
 */
export function siteParts(name) {
  return name.split(/(?<=\.)/).flatMap((part, place) => place === 0 ? [part] : [document.createElement('wbr'), part]);
}

/** @param {string} name @param {Record<string, string>} attributes */
export function drawing(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/**
 * Returns a row's two lines. Each part of the second is isolated, so that names of different directions do not mix.
 * @param {string} title
 * @param {string[]} details
 */
export function rowWords(title, details) {
  const words = element('span', { className: 'words' }, element('span', { className: 'title' }, element('bdi', {}, title)));
  const parts = details.filter(Boolean).flatMap((text, index) => [...(index > 0 ? [' · '] : []), element('bdi', {}, text)]);
  if (parts.length > 0) words.append(element('span', { className: 'subtitle' }, ...parts));
  return words;
}

/** @param {string} name */
export function icon(name) {
  const svg = drawing('svg', {
    viewBox: '0 0 16 16',
    fill: 'none',
    'stroke-width': '1.4',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  });
  svg.append(drawing('path', { d: ICONS[name] ?? ICONS.all }));
  return svg;
}
