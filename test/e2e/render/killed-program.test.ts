import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../../../src/render/compile/run-program.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('a program that is killed without a word is named by its signal', async () => {
  await using folder = await tempFolder();
  const program = join(folder.path, 'program.mjs');
  await writeFile(program, "process.kill(process.pid, 'SIGKILL');\n");
  const { ended } = runProgram(program, { env: {}, lockFile: join(folder.path, 'lock') });
  await expect(ended).rejects.toThrow('The program that builds it ended: SIGKILL.');
});
