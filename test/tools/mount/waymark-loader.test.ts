import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoaderContext } from 'astro/loaders';
import { expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import { assetScheme, type ReleaseEntry } from '../../../src/model/content/content.ts';
import { waymarkLoader } from '../../../src/tools/mount/waymark-loader.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** The entries that a loader stores for a site whose root is this repository. */
async function loaded(loader: ReturnType<typeof waymarkLoader>) {
  const entries: { id: string; data: object; rendered?: { html: string } }[] = [];
  await loader.load({
    store: { clear: () => undefined, set: (entry: never) => void entries.push(entry) },
    config: { root: pathToFileURL(`${resolve()}/`) },
    generateDigest: () => '',
  } as unknown as LoaderContext);
  return entries;
}

test('entries are typed, stored by their slugs and rendered with their body', async () => {
  const loader = waymarkLoader({ collection: 'releases', content: 'content' });
  expectTypeOf<z.infer<typeof loader.schema>>().toEqualTypeOf<ReleaseEntry>();
  const entries = await loaded(loader as never);
  expect(entries.length).toBeGreaterThan(5);
  for (const { id, data, rendered } of entries) {
    expect(loader.schema.parse(data)).toMatchObject({ slug: id });
    expect(rendered?.html).toBe((data as ReleaseEntry).body);
  }
});

test('pictures in a body have the base address that the site’s maintainer sets', async () => {
  await using temp = await tempFolder();
  const file = join(temp.path, 'releases/waymark-0-1-0.json');
  await cp('content', temp.path, { recursive: true });
  const entry = JSON.parse(await readFile(file, 'utf8'));
  const body = `<p><img src="${assetScheme}0faa.png" alt="A map"></p>`;
  await writeFile(file, JSON.stringify({ ...entry, body }));
  const options = { collection: 'releases', content: relative('', temp.path) } as const;
  const textAt = async (more: { base?: string }) => {
    const entries = await loaded(waymarkLoader({ ...options, ...more }) as never);
    return entries.find(({ id }) => id === 'waymark-0-1-0')?.rendered?.html;
  };
  expect(await textAt({})).toBe('<p><img src="/assets/0faa.png" alt="A map"></p>');
  expect(await textAt({ base: '/docs/changelog' })).toContain(
    'src="/docs/changelog/assets/0faa.png"',
  );
});

test('names a folder without content, and an unknown collection', async () => {
  const loader = waymarkLoader({ collection: 'labels', content: 'nothing' });
  await expect(loaded(loader as never)).rejects.toThrow(/no content in .*nothing.*waymark sync/);
  expect(() => waymarkLoader({ collection: 'posts' as never, content: 'content' })).toThrow(
    /no collection "posts". Use one of releases, milestones, projects, labels/,
  );
});
