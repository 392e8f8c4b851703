import { cp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The entries that are kept. */
const kept = [
  ...['waymark-0-4-2.json', 'waymark-0-5-0.json'],
  ...['search-and-filters.json', 'the-whole-path.json'],
];

/** Copies the content with only two releases and two milestones, which build faster than all. */
export async function copySmallContent(to: string): Promise<void> {
  await cp(resolve('content'), to, { recursive: true });
  for (const kind of ['releases', 'milestones'])
    for (const name of await readdir(join(to, kind)))
      if (!kept.includes(name)) await rm(join(to, kind, name));
}
