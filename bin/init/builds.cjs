'use strict';

const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');

module.exports = { allowBuilds };

const file = 'pnpm-workspace.yaml';

/** Packages whose install scripts pnpm has to run or refuse; otherwise, it fails. */
const packages = ['esbuild', 'node'];

/**
 * Allows install scripts for pnpm, which fails if it is not told what to do with one. A file that
 * belongs to a workspace above is left unchanged.
 * @returns {string[]} one line for the output
 */
function allowBuilds() {
  const place = fileAbove(process.cwd());
  const name = place === undefined ? file : relative('.', place);
  const text = place === undefined ? '' : readFileSync(name, 'utf8');
  const missing = packages.filter((one) => !new RegExp(`^ +['"]?${one}['"]?: `, 'm').test(text));
  if (missing.length === 0) return [`Unchanged: ${name}`];
  const [, indent = '  '] = /^allowBuilds:[ \t]*\n( +)/m.exec(text) || [];
  const lines = missing.map((one) => `${indent}${one}: true\n`).join('');
  const [listed] = /^allowBuilds:[ \t]*\n/m.exec(text) || [];
  if (name !== file || (listed === undefined && /^allowBuilds:/m.test(text)))
    return [`Unchanged: ${name}. Add these lines to allowBuilds in it:\n${lines.trimEnd()}`];
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const added = listed
    ? text.replace(listed, `${listed}${lines}`)
    : `${before}allowBuilds:\n${lines}`;
  writeFileSync(name, added);
  return [`${text === '' ? 'Wrote' : 'Added lines to'} ${name}`];
}

/** @param {string} folder @returns {string | undefined} */
function fileAbove(folder) {
  const place = join(folder, file);
  if (existsSync(place)) return place;
  const above = dirname(folder);
  return above === folder ? undefined : fileAbove(above);
}
