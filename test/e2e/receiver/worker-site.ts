import { readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import type { Project } from '../../../bench/support/project.ts';
import type { WorkerSite } from '../../../src/receiver/run/worker.ts';
import { filesIn } from '../../support/files-in.ts';
import { writeWorld } from '../incremental/site-of-world.ts';
import type { World } from '../incremental/world.ts';

/** Brings content, settings and code to a world; gives where it is built from, and to. */
export async function siteOf(project: Project, world: World): Promise<WorkerSite> {
  const env = await writeWorld(project, 'world', world);
  return {
    contentDir: env.CONTENT_DIR ?? '',
    siteUrl: env.SITE_URL ?? '',
    basePath: env.BASE_PATH ?? '',
    siteConfig: env.SITE_CONFIG,
    outDir: join(project.folder, 'live/dist'),
  };
}

/** By a command, which knows nothing but what is on the disk. */
export function publishElsewhere(project: Project, site: WorkerSite) {
  return project.build({ ...envOf(site), OUT_DIR: site.outDir }, ['--publish', '--any-page-count']);
}

/** That what is live is, byte for byte, what a build gives that starts from nothing. */
export async function expectAsClean(
  project: Project,
  site: WorkerSite,
  after: string,
): Promise<void> {
  const OUT_DIR = join(project.folder, 'clean/dist');
  expect(await project.build({ ...envOf(site), OUT_DIR }, ['--full'])).toMatchObject({ code: 0 });
  const [given, clean] = await Promise.all([ownFilesOf(site.outDir), filesIn(OUT_DIR)]);
  const differing = Object.keys({ ...given, ...clean }).filter((p) => given[p] !== clean[p]);
  expect(differing, `after: ${after}`).toEqual([]);
  expect(Object.keys(clean).length).toBeGreaterThan(50);
}

/** What is live, but for what it carries of generations before. */
async function ownFilesOf(outDir: string): Promise<Record<string, string>> {
  const name = basename(await readlink(outDir));
  const manifest = await readFile(join(outDir, `../generations/${name}.json`), 'utf8');
  const carried: Record<string, string> = JSON.parse(manifest).carried;
  const files = Object.entries(await filesIn(outDir));
  return Object.fromEntries(files.filter(([path]) => !(path in carried)));
}

function envOf({ contentDir, siteUrl, basePath, siteConfig }: WorkerSite): NodeJS.ProcessEnv {
  return {
    CONTENT_DIR: contentDir,
    SITE_URL: siteUrl,
    BASE_PATH: basePath,
    SITE_CONFIG: siteConfig,
  };
}
