import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import {
  assertAstro,
  assertNoOtherPage,
  assertNoOtherRoute,
} from '../../../../src/tools/mount/checks.ts';
import { mountedRoutes } from '../../../../src/tools/mount/mounted-routes.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

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
])('refuses the site’s own route at %s, and names it', (pattern) => {
  expect(() => assertNoOtherRoute([route(pattern)], patterns, 'changelog')).toThrow(
    `${pattern} (src/pages${pattern}.astro)`,
  );
});

test.each(['/', '/[...slug]', '/changelog-old', '/changelog/about', '/changelog/mine.xml'])(
  'accepts the site’s own route at %s',
  (pattern) => {
    const own = route(
      '/changelog/[...page]',
      '.astro/integrations/waymark-changelog/pages/a.astro',
    );
    expect(() => assertNoOtherRoute([route(pattern), own], patterns, 'changelog')).not.toThrow();
  },
);

test('refuses a catch-all page at the address of a page of any mount, and names it', () => {
  const page = (pathname: string, component: string) => ({ pathname, route: { component } });
  const stub = (mount: string) => `.astro/integrations/waymark-${mount}/pages/a.astro`;
  const own = [page('/changelog/one/', stub('changelog')), page('/news/one/', stub('news'))];
  const catchAll = (pathname: string) => page(pathname, 'src/pages/[...slug].astro');
  expect(() => assertNoOtherPage([...own, catchAll('/guide')])).not.toThrow();
  for (const pathname of ['/changelog/one', '/news/one'])
    expect(() => assertNoOtherPage([...own, catchAll(pathname)])).toThrow(
      `${pathname} (src/pages/[...slug].astro)`,
    );
});

test('refuses a missing Astro and another major version, and names them', async () => {
  await using temp = await tempFolder();
  const folder = join(temp.path, 'node_modules/astro');
  await mkdir(folder, { recursive: true });
  const root = pathToFileURL(`${temp.path}/`);
  const put = (version: string) =>
    writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'astro', version }));
  expect(() => assertAstro(root)).toThrow(/has no Astro, but waymark.*npm install astro@7/);
  await put('6.4.2');
  expect(() => assertAstro(root)).toThrow(/has Astro 6\.4\.2.*needs Astro 7/);
});
