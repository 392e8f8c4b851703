import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyProject, type Project } from '../../../bench/support/project.ts';
import { toJsonText } from '../../../src/lib/json.ts';
import { entryPath, tableFiles } from '../../../src/store/layout.ts';
import { type Finished, startCommand } from '../../support/command.ts';
import { filesIn } from '../../support/files-in.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import type { World } from './world.ts';

/** Writes a world's content, settings and code; returns the environment for a build of it. */
export async function writeWorld(
  { folder }: Project,
  name: string,
  world: World,
): Promise<SiteEnvironment> {
  await writeCode(folder, world.code);
  return writeSite(folder, name, world);
}

/** Environment variables for a build. */
export type SiteEnvironment = Record<
  'CONTENT_DIR' | 'BASE_PATH' | 'SITE_URL' | 'SITE_CONFIG',
  string
>;

/** Writes a world's content and settings into a folder, but not its code. */
export async function writeSite(
  folder: string,
  name: string,
  world: World,
): Promise<SiteEnvironment> {
  const contentDir = join(folder, 'content', name);
  const before = await filesIn(contentDir).catch(() => ({}) as Record<string, string>);
  const written = new Set<string>();
  // As in a sync, a file with unchanged content is not written again.
  const write = async (path: string, text: string) => {
    written.add(path);
    if (before[path] === Buffer.from(text).toString('latin1')) return;
    await mkdir(dirname(join(contentDir, path)), { recursive: true });
    await writeFile(join(contentDir, path), text);
  };
  await write(tableFiles.workspace, toJsonText(world.workspace));
  await write(tableFiles.projects, toJsonText(world.projects));
  await write(tableFiles.labels, toJsonText(world.labels));
  const slugs = new Set(world.releases.map(({ slug }) => slug));
  // As in a sync, an address that is in use again no longer redirects.
  const redirects = Object.entries(world.redirects).filter(
    ([from, to]) => !slugs.has(from) && slugs.has(to),
  );
  await write(
    tableFiles.redirects,
    toJsonText({ releases: Object.fromEntries(redirects), milestones: {} }),
  );
  await write(tableFiles.roadmapLog, toJsonText(world.roadmapLog));
  await write(tableFiles.releaseLog, toJsonText(world.releaseLog));
  for (const folderName of ['releases', 'milestones'] as const)
    for (const entry of world[folderName])
      await write(entryPath(folderName, entry.slug), toJsonText(entry));
  for (const path of Object.keys(before)) if (!written.has(path)) await rm(join(contentDir, path));
  const siteConfig = join(folder, 'site.config.ts');
  const settings = `export default ${JSON.stringify(world.config)};\n`;
  if ((await readFile(siteConfig, 'utf8').catch(() => '')) !== settings)
    await writeFile(siteConfig, settings);
  return {
    CONTENT_DIR: contentDir,
    BASE_PATH: world.basePath,
    SITE_URL: 'https://example.com',
    SITE_CONFIG: siteConfig,
  };
}

/** Number of cards on the sites of a project that `copyProjectOfWorlds` returns. */
export const maxCards = 4;

/**
 * Lowers the number of cards on a project's sites, because drawing a card for each release takes as
 * long as compiling the site.
 */
async function showFewerCards({ folder }: Project): Promise<void> {
  const file = join(folder, 'src/features/cards/release-cards.ts');
  const text = await readFile(file, 'utf8');
  const fewer = text.replace('const maxCards = 200;', `const maxCards = ${maxCards};`);
  if (fewer === text) throw new Error('no number of cards to be changed');
  await writeFile(file, fewer);
}

/** Copies the project and limits its sites to a few cards. */
export async function copyProjectOfWorlds(): Promise<Project> {
  const project = await copyProject(inMemory);
  await showFewerCards(project);
  return project;
}

/** A folder for the content, the settings and the sites of worlds, with a command that builds them. */
export interface WorldProject extends AsyncDisposable {
  folder: string;
  build(
    env: Record<string, string>,
    args?: readonly string[],
    signal?: AbortSignal,
  ): Promise<Finished>;
}

/** Builds with the code of the checkout, whose renderer is compiled already. */
export async function openCheckout(): Promise<WorldProject> {
  const temp = await tempFolder(inMemory);
  return {
    folder: temp.path,
    build: (env, args = [], signal) => {
      const command = startCommand('build', { cwd: temp.path, args: [...args], env });
      signal?.addEventListener('abort', () => command.process.kill('SIGKILL'));
      return command.finished;
    },
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

/** Changes the project's code, in a way that shows in the footer of every page. */
async function writeCode(folder: string, says: string): Promise<void> {
  const file = join(folder, 'src/site/shell/SiteFooter.astro');
  const text = await readFile(file, 'utf8');
  const changed = text.replace(/<footer class="site-footer"[^>]*>/, () => {
    return `<footer class="site-footer" data-code="${says}">`;
  });
  if (!changed.includes(`data-code="${says}"`)) throw new Error('no footer to be changed');
  if (changed !== text) await writeFile(file, changed);
}
