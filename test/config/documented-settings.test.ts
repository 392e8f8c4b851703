import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { definitions } from '../../src/config/settings.ts';

const names = Object.keys(definitions).sort();

test('.env.example lists exactly the settings that exist', () => {
  const documented = readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z_]+)=/gm);
  expect([...documented].map(([, name]) => name).sort()).toEqual(names);
});

test('an unchanged copy of .env.example sets nothing', () => {
  expect(parseEnv(readFileSync('.env.example', 'utf8'))).toEqual({});
});

test('the reference lists exactly the settings that exist', () => {
  const [, table = ''] = readFileSync('docs/reference.md', 'utf8').split('## Settings');
  const documented = table.split('## ')[0]?.matchAll(/^\| `([A-Z_]+)`/gm) ?? [];
  expect([...documented].map(([, name]) => name).sort()).toEqual(names);
});
