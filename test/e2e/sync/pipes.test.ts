import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { startSync } from '../../sync/run-sync.ts';

test.each(['releases/pipe.json', 'labels.json', 'assets/0123456789abcdef0123.png'])(
  'sync and build fail at once if %s is a named pipe',
  async (path) => {
    await using it = await startSync();
    await it.run();
    const file = join(it.folder, path);
    await rm(file, { force: true });
    execFileSync('mkdir', ['-p', dirname(file)]);
    execFileSync('mkfifo', [file]);
    const words = `${file} cannot be read: it is a named pipe, socket or device`;
    await expect(it.run()).rejects.toThrow(words);
    const env = { CONTENT_DIR: it.folder };
    const built = await runCommand('build', { cwd: dirname(it.folder), env });
    expect(built.code).toBe(1);
    expect(built.stderr).toContain(words);
    await rm(file);
    await it.run();
  },
);
