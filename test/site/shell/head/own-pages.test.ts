import { expect, test } from 'vitest';
import { paths } from '../../../../src/site/base/urls.ts';
import { assertOwnPaths, ownPage, ownPath } from '../../../../src/site/shell/head/own-pages.ts';

test.each([
  ['about.md', 'about/'],
  ['team/index.astro', 'team/'],
  ['team/our-people.md', 'team/our-people/'],
])('%s gets the address /%s', (file, path) => {
  expect(ownPath(file)).toBe(path);
});

test.each(['About.md', '[slug].astro', 'a.b.md', 'index.md', 'a b.md', '-a.md', 'ä.md'])(
  '%s is refused, because its name cannot be an address',
  (file) => {
    expect(() => ownPath(file)).toThrow(`pages/${file} has a name that cannot be an address`);
  },
);

test.each([
  ...['releases/mine', 'roadmap/index', 'search', 'upgrade', 'subscribe', 'page/1', '404', '2026'],
  ...['projects', 'labels', 'types', 'pre-releases', 'all', 'changelog', 'assets', 'widget'],
])('%s is refused, because the address is Waymark’s own', (name) => {
  expect(() => ownPath(`${name}.md`)).toThrow("are Waymark's own");
});

test('every address that Waymark uses is refused for a page', () => {
  for (const path of Object.values(paths) as ((of: string) => string)[]) {
    const [first = '', ...rest] = path('own').split('/');
    if (rest.length === 0 || first.startsWith('own')) continue;
    expect(() => ownPath(`${first}.md`), first).toThrow();
  }
});

test('two files with the same address are refused', () => {
  expect(() => assertOwnPaths(['about.md', 'about/index.astro', '_about.md', 'a.png'])).toThrow(
    'pages/about.md and pages/about/index.astro would both have the address /about/',
  );
  expect(() => assertOwnPaths(['about.md', '_parts/About.astro', 'team'])).not.toThrow();
});

test.each([undefined, {}, { title: ' ' }, { title: 1 }])(
  'front matter %j has no title',
  (front) => {
    expect(() => ownPage('about.md', front)).toThrow('pages/about.md has no title. Begin it with');
    expect(() => ownPage('about.astro', front)).toThrow('export const frontmatter');
  },
);
