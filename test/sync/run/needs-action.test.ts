import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { SettingsError } from '../../../src/model/errors.ts';
import { createNeedsAction, readUpgradeAction } from '../../../src/sync/run/needs-action.ts';
import { tempFolder } from '../../support/temp-folder.ts';

afterEach(() => vi.unstubAllEnvs());

const type = (title: string) => ({ slug: title.toLowerCase(), title, color: null });

test("decides by the site's setting and the words of all languages, and reads it once", () => {
  const readAction = vi.fn(() => ['Schema']);
  const needsAction = createNeedsAction(readAction);
  expect(readAction).not.toHaveBeenCalled();
  expect(needsAction(type('Schema'), 'one')).toBe(true);
  expect(needsAction(type('Sicherheit'), 'one')).toBe(true);
  expect(needsAction(undefined, 'BREAKING: gone')).toBe(true);
  expect(needsAction(type('Fixed'), 'one')).toBe(false);
  expect(readAction).toHaveBeenCalledOnce();
});

test('reads the setting without exposing the API key to the site’s code', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'site.config.ts');
  vi.stubEnv('SITE_CONFIG', file);
  vi.stubEnv('API_KEY', 'wm_secret');
  const code = "console.log('hello');\nexport default { upgrade: { action: names } };\n";
  await writeFile(file, `const names: string[] = Object.keys(process.env);\n${code}`);
  const names = readUpgradeAction();
  expect(names).toContain('SITE_CONFIG');
  expect(names).not.toContain('API_KEY');
  await writeFile(file, 'export default { upgrade: 1 };');
  expect(readUpgradeAction).toThrow(SettingsError);
  expect(readUpgradeAction).toThrow('upgrade');
});
