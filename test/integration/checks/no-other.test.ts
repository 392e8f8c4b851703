import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { assertAstro } from '../../../src/integration/checks/assert-astro.ts';
import { assertNoOtherPage } from '../../../src/integration/checks/assert-no-other-page.ts';
import { assertNoOtherRoute } from '../../../src/integration/checks/assert-no-other-route.ts';
import { mountedRoutes } from '../../../src/integration/mount/mounted-routes.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const patterns = new Set(mountedRoutes({ base: 'changelog' }).map(({ pattern }) => pattern));

function route(pattern: string, entrypoint = `src/pages${pattern}.astro`) {
  const pathname = pattern.includes('[') ? undefined : pattern;
  return { pattern, pathname, entrypoint, origin: 'project' };
}

test.each([
  '/changelog',
  '/changelog/rss.xml',
  '/changelog/sitemap-2026.xml',
  '/changelog/releases/mine',
  '/changelog/2025',
  '/changelog/[...slug]',
  '/changelog/roadmap/[id]',
])('a route of the site’s at %s is refused, and named', (pattern) => {
  expect(() => assertNoOtherRoute([route(pattern)], patterns, 'changelog')).toThrow(
    `${pattern} (src/pages${pattern}.astro)`,
  );
});

test.each(['/', '/[...slug]', '/changelog-old', '/changelog/about', '/changelog/mine.xml'])(
  'a route of the site’s at %s may stay',
  (pattern) => {
    const own = route(
      '/changelog/[...page]',
      '.astro/integrations/waymark-changelog/pages/a.astro',
    );
    expect(() => assertNoOtherRoute([route(pattern), own], patterns, 'changelog')).not.toThrow();
  },
);

test('a page of a catch-all that meets one of the changelog’s is refused, and named', () => {
  const page = (pathname: string, route: string) => ({
    pathname,
    route: { route, component: 'src/pages/[...slug].astro' },
  });
  const own = page('/changelog/releases/one/', '/changelog/releases/[slug]');
  expect(() => assertNoOtherPage([own, page('/guide', '/[...slug]')], patterns)).not.toThrow();
  expect(() =>
    assertNoOtherPage([own, page('/changelog/releases/one', '/[...slug]')], patterns),
  ).toThrow('/changelog/releases/one (src/pages/[...slug].astro)');
});

test('another major of Astro is refused by its version', async () => {
  await using temp = await tempFolder();
  const folder = join(temp.path, 'node_modules/astro');
  await mkdir(folder, { recursive: true });
  const root = pathToFileURL(`${temp.path}/`);
  const put = (version: string) =>
    writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'astro', version }));
  await put('6.4.2');
  expect(() => assertAstro(root)).toThrow(/has Astro 6\.4\.2.*made for Astro 7/);
});
