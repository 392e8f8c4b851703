import { execFileSync } from 'node:child_process';
import { mkdir, open, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSiteServer } from '../../../src/publish/serve/site-server.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';

// A generation is removed file by file, so a request may find only a part of it.
test.each([
  ['is', '.'],
  ['is partly', 'index.html'],
])(
  'answers with the new generation if the old one %s removed during a request',
  async (_, gone) => {
    await using folder = await tempFolder(inMemory);
    const at = (...path: string[]) => join(folder.path, ...path);
    for (const name of ['a', 'b']) {
      await mkdir(at('generations', name), { recursive: true });
      await writeFile(at('generations', name, 'index.html'), `<h1>${name}</h1>`);
    }
    await symlink(join('generations', 'a'), at('dist'));
    await symlink(join('generations', 'b'), at('next'));
    // The request reads `_headers` first, and a pipe holds it there.
    const pipe = at('generations', 'a', '_headers');
    execFileSync('mkfifo', [pipe]);
    const answer = createSiteServer({ folder: at('dist') }).request('http://site.example/');
    const writing = await open(pipe, 'w');
    await rename(at('next'), at('dist'));
    await rm(at('generations', 'a', gone), { recursive: true });
    await writing.close();
    const { status } = await answer;
    expect([status, await (await answer).text()]).toEqual([200, '<h1>b</h1>']);
  },
);
