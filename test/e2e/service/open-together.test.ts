import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../support/temp-folder.ts';

const child = new URL('./open-child.ts', import.meta.url);

test('several processes can open a new database file at once', async () => {
  await using folder = await tempFolder();
  for (const name of ['one.db', 'two.db', 'three.db']) {
    const children = Array.from({ length: 4 }, () => fork(child, [join(folder.path, name)]));
    await Promise.all(children.map((one) => once(one, 'message')));
    const opened = children.map((one) => once(one, 'message'));
    for (const one of children) one.send('open');
    expect((await Promise.all(opened)).map(([what]) => what)).toEqual(
      children.map(() => 'opened with 0 projects'),
    );
  }
});
