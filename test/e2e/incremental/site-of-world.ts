import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyProject, type Project } from '../../../bench/support/project.ts';
import { toJsonText } from '../../../src/lib/json.ts';
import { entryPath, tableFiles } from '../../../src/store/layout.ts';
import { filesIn } from '../../support/files-in.ts';
import { inMemory } from '../../support/temp-folder.ts';
import type { World } from './world.ts';

/** Where a world's content and settings lie; gives the environment of a build of it. */
export async function writeWorld(
  { folder }: Project,
  name: string,
  world: World,
): Promise<NodeJS.ProcessEnv> {
  const contentDir = join(folder, 'content', name);
  const before = await filesIn(contentDir).catch(() => ({}) as Record<string, string>);
  const written = new Set<string>();
  // As sync does it: a file that says the same stays.
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
  // As sync keeps them: what is an address again leads nowhere else.
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
  await writeCode(folder, world.code);
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

/**
 * Has a project's sites show this many cards. To draw those of all releases takes as long as to
 * compile the site.
 */
export async function showFewerCards({ folder }: Project, most: number): Promise<void> {
  const file = join(folder, 'src/features/cards/release-cards.ts');
  const text = await readFile(file, 'utf8');
  const fewer = text.replace('const maxCards = 200;', `const maxCards = ${most};`);
  if (fewer === text) throw new Error('no number of cards to be changed');
  await writeFile(file, fewer);
}

/** A copy of the project whose sites show few cards, for worlds. */
export async function copyProjectOfWorlds(): Promise<Project> {
  const project = await copyProject(inMemory);
  await showFewerCards(project, 4);
  return project;
}

/** Changes what the code says in the foot of every page. */
async function writeCode(folder: string, says: string): Promise<void> {
  const file = join(folder, 'src/site/shell/SiteFooter.astro');
  const text = await readFile(file, 'utf8');
  const changed = text.replace(/<footer class="site-footer"[^>]*>/, () => {
    return `<footer class="site-footer" data-code="${says}">`;
  });
  if (!changed.includes(`data-code="${says}"`)) throw new Error('no footer to be changed');
  if (changed !== text) await writeFile(file, changed);
}
