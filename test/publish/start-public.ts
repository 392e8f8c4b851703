import { readdir, readlink, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Waiting } from '../../src/lib/files/lock.ts';
import { indexFiles } from '../../src/publish/generations/file-index.ts';
import { listGenerations } from '../../src/publish/list.ts';
import { type PublishOptions, publish } from '../../src/publish/publish.ts';
import { resume, rollBack } from '../../src/publish/rollback.ts';
import { filesIn } from '../support/files-in.ts';
import { inMemory, tempFolder } from '../support/temp-folder.ts';
import { type Over, requirementsOf, version, writeSite } from './valid-site.ts';

const second = 1000;

/** A folder to publish into, with a clock that advances by a second at each use. */
export async function startPublic() {
  const folder = await tempFolder(inMemory);
  const [outDir, built] = [join(folder.path, 'dist'), join(folder.path, 'built')];
  const generations = join(folder.path, 'generations');
  let now = Date.UTC(2026, 0, 1);
  const tick = () => {
    now += second;
    return new Date(now);
  };
  const publishFiles = async (over: Over, options: Partial<PublishOptions> = {}) => {
    await rm(built, { recursive: true, force: true });
    await writeSite(built, over);
    const index = await indexFiles(options.built ?? built);
    const usual = { built, index, outDir, requirements: requirementsOf(), now: tick() };
    return publish({ ...usual, ...options });
  };
  return {
    outDir,
    generations,
    /** The names beside OUT_DIR. */
    beside: async () => (await readdir(folder.path)).filter((name) => name !== 'built').sort(),
    passTime: (ms: number) => {
      now += ms;
    },
    publishFiles,
    /** Publishes the given version of a site, with a page for each release. */
    publish: (name: string, ...slugs: string[]) =>
      publishFiles(version(name, ...slugs), { requirements: requirementsOf(...slugs) }),
    rollBack: (force = false, to?: string, waiting: Waiting = {}) =>
      rollBack({ outDir, force, to, now: tick(), ...waiting }),
    resume: (waiting?: Waiting) => resume(outDir, waiting),
    list: () => listGenerations(outDir),
    site: () => filesIn(outDir),
    live: async () => basename(await readlink(outDir)),
    /** The names in the generations folder, except the lock. */
    kept: async () => (await readdir(generations)).filter((name) => name !== '.lock').sort(),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
