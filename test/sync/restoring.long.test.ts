import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../support/files-in.ts';
import { randomFrom } from '../support/random-from.ts';
import { damages, log, startWhole } from './damages.ts';

test.each(Object.entries(damages))(
  'restores each file that %s at the next sync',
  async (_what, damage) => {
    await using it = await startWhole();
    const before = await filesIn(it.folder);
    const paths = Object.keys(before);
    expect(paths.map((path) => path.replace(/\w{20}/, '…'))).toEqual([
      '.sync.json',
      'assets/….png',
      'labels.json',
      'milestones/m-1.json',
      'projects.json',
      'redirects.json',
      'release-log.json',
      'releases/first.json',
      'releases/new.json',
      'releases/r-3.json',
      'workspace.json',
    ]);
    for (const path of paths.filter((path) => path !== log)) {
      await damage(join(it.folder, path));
      await it.run();
      expect(await filesIn(it.folder), path).toEqual(before);
    }
  },
);

test('restores many files that were removed, changed and moved together', async () => {
  await using it = await startWhole();
  const before = await filesIn(it.folder);
  const random = randomFrom(5);
  const ways = [
    ...Object.values(damages),
    (file: string) => rename(file, join(dirname(file), 'elsewhere.json')),
    async () => {},
  ];
  // Redirects are stored in both files, and one of them is needed to restore the other.
  const spared = ['.sync.json', 'redirects.json'];
  for (let turn = 0; turn < 10; turn += 1) {
    const paths = Object.keys(before).filter((path) => path !== spared[turn % 2] && path !== log);
    for (const path of paths.filter((path) => path !== 'workspace.json'))
      await ways[Math.floor(random() * ways.length)]?.(join(it.folder, path));
    await it.run();
    await rm(join(it.folder, 'elsewhere.json'), { force: true });
    await rm(join(it.folder, 'assets/elsewhere.json'), { force: true });
    expect(await filesIn(it.folder), `turn ${turn}`).toEqual(before);
  }
});
