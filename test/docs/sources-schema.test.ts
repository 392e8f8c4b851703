import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sourcesSchema } from '../../src/config/sources-file.ts';

test('docs/sources.schema.json matches the schema of the parser', async () => {
  const text = await readFile('docs/sources.schema.json', 'utf8');
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(sourcesSchema())));
});
