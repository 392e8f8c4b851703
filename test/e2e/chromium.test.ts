import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { tempFolder } from '../support/temp-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('tests do not use an installed browser', async () => {
  await using temp = await tempFolder();
  const folder = temp.path;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'chrome']) {
    await writeFile(join(folder, name), '#!/bin/sh\n');
    await chmod(join(folder, name), 0o755);
  }
  vi.stubEnv('CHROMIUM_PATH', undefined);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  const { executablePath } = await findChromium();
  expect(executablePath).toMatch(/\.cache\/chromium\/chromium$/);
});

test('CHROMIUM_PATH selects another browser', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/opt/another/chrome');
  expect(await findChromium()).toEqual({ executablePath: '/opt/another/chrome', env: {} });
});
