import { globSync, readFileSync } from 'node:fs';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { scopeSheet } from '../../../../src/tools/mount/styles/scoped-styles.ts';

const scoped = (sheet: string) => scopeSheet(sheet, 'a.css').replace(/\s+/g, ' ').trim();

test('every selector begins with the scoping class', () => {
  expect(scoped('.a, h2 > .b:is(.c, .d) { color: red }')).toBe(
    '.waymark.waymark .a, .waymark.waymark h2 > .b:is(.c, .d) { color: red }',
  );
  const selectors = globSync('src/{site,features}/**/*.css', { exclude: ['**/feed.css'] }).flatMap(
    (file) => {
      const found: string[] = [];
      const sheet = postcss.parse(scopeSheet(readFileSync(file, 'utf8'), file));
      sheet.walkRules((rule) => void found.push(...rule.selectors));
      return found;
    },
  );
  expect(selectors.length).toBeGreaterThan(300);
  const begins = /^(?::where\(\.waymark|\.waymark\.waymark)/;
  expect(selectors.filter((one) => !begins.test(one))).toEqual([]);
});

test('rules for the page element apply to the mounted part, with the same specificity', () => {
  expect(scoped('main > a, body { margin: 0 }')).toBe(
    '.waymark.waymark div:where(.waymark-main) > a, .waymark.waymark div:where(.waymark-page) { margin: 0 }',
  );
  expect(scoped(':root:lang(ja) h1 { color: red }')).toBe(
    '.waymark.waymark.waymark:lang(ja) h1 { color: red }',
  );
});

test('custom properties get a prefix, and their rules have no specificity', () => {
  expect(scoped(':root { --a: 1px; margin: var(--a) }')).toBe(
    ':where(.waymark) { --waymark-a: 1px } .waymark.waymark.waymark { margin: var(--waymark-a) }',
  );
  expect(scoped(':root:is(:lang(ar), :lang(ja)) { --a: 1px }')).toBe(
    ':where(.waymark:is(:lang(ar), :lang(ja))) { --waymark-a: 1px }',
  );
});

test('the colour scheme is that of the site', () => {
  expect(scoped(':root { color-scheme: light dark } :root[data-theme="dark"] { --a: 1 }')).toBe(
    '.waymark.waymark.waymark { color-scheme: inherit }',
  );
});

test('sizes do not depend on the site’s root font size, nor widths on the window', () => {
  expect(scoped('a { margin: -0.5rem 2rem }')).toBe(
    '.waymark.waymark a { margin: calc(-0.5 * var(--waymark-rem)) calc(2 * var(--waymark-rem)) }',
  );
  expect(scoped('@media (min-width: 60rem) { a { margin: 0 } }')).toBe(
    '@container waymark (min-width: 60em) { .waymark.waymark a { margin: 0 } }',
  );
  expect(scoped('@media not all and (min-width: 48rem) { a { margin: 0 } }')).toContain(
    '@container waymark not (min-width: 48em) {',
  );
  expect(scoped('@media print { a { margin: 0 } }')).toContain('@media print');
  for (const file of globSync('src/{site,features}/**/*.css', { exclude: ['**/feed.css'] })) {
    const sheet = scopeSheet(readFileSync(file, 'utf8'), file);
    expect(sheet, file).not.toMatch(/\drem\b|@media.*-width/);
  }
});
