import { readFile, rm, writeFile } from 'node:fs/promises';
import { milestoneRow, releaseRow, speed, web } from '../support/rows.ts';
import { palettePng } from './pictures.ts';
import { startSync } from './run-sync.ts';

const png = new Uint8Array(await palettePng());

/**
 * Content with every kind of file, including a redirect, a mirrored picture and a change type that
 * the workspace does not list.
 */
export async function startWhole() {
  const changes = [{ type: 'Polish', title: 'Polish', content: '<p>Shinier</p>' }];
  const body = '<p>x<img src="/files/a.png" alt="y"></p>';
  const it = await startSync({
    releases: [
      releaseRow('r-1', { slug: 'first', body, labels: [speed], project: web }),
      releaseRow('r-2', { slug: 'old', changes }),
      releaseRow('r-3', { labels: [speed] }),
    ],
    milestones: [milestoneRow('m-1', { project: web })],
    answers: new Map([['/files/a.png', () => new Response(png)]]),
  });
  await it.run();
  it.script.releases[1] = releaseRow('r-2', { slug: 'new', changes });
  await it.run();
  return it;
}

/** A sync cannot recreate the release log, so the tests of damages exclude this file. */
export const log = 'release-log.json';

/** Ways to damage a file of the content. */
export const damages: Record<string, (file: string) => Promise<void>> = {
  'was removed': (file) => rm(file),
  'was changed by hand': async (file) => {
    const text = await readFile(file, 'latin1');
    const edited = text.replace(/"(title|name|source|first|old)": "([^"]*)"/, '"$1": "$2 by hand"');
    await writeFile(file, edited === text ? `${text} ` : edited, 'latin1');
  },
  'holds anything else': (file) => writeFile(file, '<<<<<<< HEAD\n'),
  'holds other bytes, as many': async (file) =>
    writeFile(file, (await readFile(file, 'latin1')).replace(/.$/s, 'X'), 'latin1'),
  'is empty': (file) => writeFile(file, ''),
};
