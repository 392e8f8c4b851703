import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { startSources } from '../sync/read/sources/start-sources.ts';

const page = readFileSync('docs/writing-a-source.md', 'utf8');
const example = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

test('the example of a source is at most 25 lines long, and syncs', async () => {
  expect(example.trimEnd().split('\n').filter(Boolean).length).toBeLessThanOrEqual(25);
  await using temp = await tempFolder();
  const module = join(temp.path, 'json-source.ts');
  const sources = resolve('src/sources');
  await writeFile(module, example.replaceAll("'../", `'${sources}/`).replace("'zod'", `'${zod}'`));
  const { createJsonSource } = await import(module);
  const file = join(temp.path, 'releases.json');
  const rows = [{ id: 'a', title: 'First', date: '2026-01-31T00:00:00Z', html: '<p>Hello</p>' }];
  await writeFile(file, JSON.stringify(rows));
  await using it = await startSources();
  const source = createJsonSource('json releases.json', file, 'Board');
  expect((await it.sync([source])).releases.added).toEqual(['first']);
  expect((await it.content()).releases.get('a')).toMatchObject({
    title: 'First',
    body: '<p>Hello</p>',
  });
  await writeFile(file, 'not JSON');
  const failing = it.sync([source, 'api']);
  expect((await failing).sources?.[0]?.failure).toBe(
    `${file} has no list of releases. Correct the file.`,
  );
  expect((await it.content()).releases.has('a')).toBe(true);
});

const zod = resolve('node_modules/zod/index.js');
