import { readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import type { Project } from '../../../bench/support/project.ts';
import type { WorkerSite } from '../../../src/receiver/run/worker.ts';
import { filesIn } from '../../support/files-in.ts';
import { writeWorld } from '../incremental/site-of-world.ts';
import type { World } from '../incremental/world.ts';

/** Writes content, settings and code of a world; returns what the worker needs to build it. */
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

/** Publishes by a separate command, which knows only what is on the disk. */
export function publishElsewhere(project: Project, site: WorkerSite) {
  return project.build({ ...envOf(site), OUT_DIR: site.outDir }, ['--publish', '--any-page-count']);
}

/** Expects the live site to equal a full build, byte for byte. */
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

/** Files of the live site, without those carried over from earlier generations. */
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
