import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { indexFiles } from '../../src/publish/generations/file-index.ts';
import { ownFilesName, ownFilesText } from '../../src/publish/generations/own-files.ts';
import { type PublishOptions, type PublishOutcome, publish } from '../../src/publish/publish.ts';
import type { SiteRequirements } from '../../src/publish/staging/verify.ts';
import { filesIn } from '../support/files-in.ts';

export type Over = Record<string, string | undefined>;

const files: Over = {
  'index.html': '<h1>New</h1>',
  '404.html': '<h1>Not here</h1>',
  'roadmap/index.html': '<h1>Roadmap</h1>',
  'rss.xml': '<rss></rss>',
  'sitemap-index.xml': '<sitemapindex/>',
};

/** Writes a small valid site. `over` changes files, or leaves them out. */
export async function writeSite(folder: string, over: Over = {}): Promise<void> {
  for (const [path, text] of Object.entries({ ...files, ...over })) {
    if (text === undefined) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await listOwnFiles(folder);
}

/** Writes the list of a site's own files into it, as a build does at its end. */
async function listOwnFiles(folder: string): Promise<void> {
  const paths = Object.keys(await filesIn(folder));
  await writeFile(join(folder, ownFilesName), ownFilesText(paths));
}

/** The pages that a site with these releases must have. */
export function requirementsOf(...slugs: string[]): SiteRequirements {
  return { keyFiles: Object.keys(files), entries: slugs.map((slug) => `releases/${slug}/`) };
}

/** Files of a site in which every page and the style sheet name the same version. */
export function version(name: string, ...slugs: string[]): Over {
  const page = `<html><link href="/_astro/page.${name}.css"><h1>${name}</h1></html>`;
  const releases = slugs.map((slug) => [`releases/${slug}/index.html`, page] as const);
  return {
    'index.html': page,
    [`_astro/page.${name}.css`]: `/* ${name} */`,
    ...Object.fromEntries(releases),
  };
}

/** Publishes the site in `folder/<name>` into `folder/dist`. */
export async function publishVersion(
  folder: string,
  name: string,
  options: Pick<PublishOptions, 'publishCache' | 'standby'> = {},
): Promise<PublishOutcome> {
  const built = join(folder, name);
  return publish({
    built,
    index: await indexFiles(built),
    outDir: join(folder, 'dist'),
    requirements: requirementsOf('one'),
    now: new Date(),
    ...options,
  });
}
