import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sourcesSchema } from '../../src/config/sources-file.ts';

const command = `npx node -p "JSON.stringify(require('./src/config/sources-file.ts').sourcesSchema(), null, 2)" > docs/sources.schema.json && npx biome format --write docs/sources.schema.json`;

test('docs/sources.schema.json matches the schema of the parser', async () => {
  const text = await readFile('docs/sources.schema.json', 'utf8');
  expect(JSON.parse(text), `Run this command: ${command}`).toEqual(
    JSON.parse(JSON.stringify(sourcesSchema())),
  );
});
