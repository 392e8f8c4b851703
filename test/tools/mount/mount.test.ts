import { expect, test } from 'vitest';
import { mountOf } from '../../../src/tools/mount/mount.ts';
import { mountedRoutes } from '../../../src/tools/mount/mounted-routes.ts';

const options = { base: '/docs/changelog/', content: './content' };

test('a mount is named after its base', () => {
  expect(mountOf(options)).toMatchObject({
    name: 'waymark-docs-changelog',
    base: 'docs/changelog',
  });
  expect(mountOf({ ...options, settings: { locale: 'de' } }).settings.locale).toBe('de');
});

test.each([
  [{ content: './content' }, /base: /],
  [{ ...options, base: '/' }, /base: expected the path .* "\/changelog"/],
  [{ ...options, base: '/a/../b' }, /base: /],
  [{ ...options, content: '' }, /content: expected the folder/],
  [{ ...options, layout: './Base.vue' }, /layout: expected a layout/],
  [{ ...options, folder: 'x' }, /"folder" is unknown/],
  [{ ...options, settings: { styles: ['a.css'] } }, /settings: "styles" is unknown/],
  [{ ...options, settings: { locale: 'xx-unknown' } }, /locale: expected one of these languages/],
])('refuses invalid options by name: %o', (given, message) => {
  expect(() => mountOf(given as never)).toThrow(message);
});

test('has a route for every page, except for those that a site has only once', () => {
  const patterns = mountedRoutes({ base: 'changelog' }).map(({ pattern }) => pattern);
  expect(patterns).toContain('/changelog/[...page]');
  expect(patterns).toContain('/changelog/releases/[slug]');
  expect(patterns).toContain('/changelog/widget/[version].js');
  expect(patterns.join('\n')).not.toMatch(/404|_views|own|hosting|icon|sign|manifest|robots/);
});
