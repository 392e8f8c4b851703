import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPublic } from '../start-public.ts';
import { version } from '../valid-site.ts';

const hour = 60 * 60 * 1000;
const hashed = async (it: { site(): Promise<Record<string, string>> }) =>
  Object.keys(await it.site()).filter((path) => path.startsWith('_astro/'));

test('keeps the style sheet of the previous generation available', async () => {
  await using it = await startPublic();
  await it.publish('a');
  await it.publish('b');
  expect(await hashed(it)).toEqual(['_astro/page.a.css', '_astro/page.b.css']);
  expect(await readFile(join(it.outDir, '_astro/page.a.css'), 'utf8')).toBe('/* a */');
});

test('keeps a style sheet over several generations until it was unused for 24 hours', async () => {
  await using it = await startPublic();
  await it.publish('a');
  await it.publish('b');
  it.passTime(23 * hour);
  await it.publish('c');
  expect(await hashed(it)).toContain('_astro/page.a.css');
  it.passTime(hour);
  await it.publish('d');
  expect(await hashed(it)).toEqual(['_astro/page.b.css', '_astro/page.c.css', '_astro/page.d.css']);
});

test('counts from the time a generation was last live, not from its creation', async () => {
  await using it = await startPublic();
  await it.publish('a');
  it.passTime(72 * hour);
  await it.publish('b');
  it.passTime(23 * hour);
  await it.publish('c');
  expect(await hashed(it)).toContain('_astro/page.a.css');
});

test('keeps the style sheet of a rolled-back generation available', async () => {
  await using it = await startPublic();
  await it.publish('a');
  await it.publish('b');
  await it.rollBack();
  expect(await hashed(it)).toEqual(['_astro/page.a.css', '_astro/page.b.css']);
  await it.resume();
  await it.publish('c');
  expect(await hashed(it)).toEqual(['_astro/page.a.css', '_astro/page.b.css', '_astro/page.c.css']);
});

test('retains neither withdrawn pages nor their pictures', async () => {
  await using it = await startPublic();
  await it.publishFiles({ ...version('a', 'secret'), 'assets/secret.png': 'png' });
  await it.publish('b');
  const paths = Object.keys(await it.site());
  expect(paths.filter((path) => path.includes('secret'))).toEqual([]);
});

test('treats a site as unchanged although its generation retains old files', async () => {
  await using it = await startPublic();
  await it.publish('a');
  await it.publish('b');
  expect(await it.publish('b')).toMatchObject({ kind: 'unchanged' });
});

test('publishes although a file to retain is gone', async () => {
  await using it = await startPublic();
  await it.publish('a');
  await it.publish('b');
  await rm(join(it.outDir, '_astro/page.a.css'));
  expect(await it.publish('c')).toMatchObject({ kind: 'published' });
  expect(await hashed(it)).toEqual(['_astro/page.b.css', '_astro/page.c.css']);
});
