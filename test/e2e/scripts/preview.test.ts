import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('preview without a build says what to run first', async () => {
  await using folder = await tempFolder();
  const outDir = join(folder.path, 'none');
  const { code, stderr } = await runCommand('preview', {
    args: [],
    cwd: folder.path,
    env: { OUT_DIR: outDir },
  });
  expect(stderr).toBe(`${outDir} does not exist. Run npm run build first.\n`);
  expect(code).toBe(1);
});
