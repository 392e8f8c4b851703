import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { loadSiteConfig, publicFolder, siteConfigFile } from '../../config/load-site-config.ts';
import { parseSettings, siteSettings } from '../../config/settings.ts';
import { allDocuments, documentKey } from '../../feeds/all-documents.ts';
import { colourPair } from '../../model/content/colour-pair.ts';
import type { SiteFrame } from '../../site/base/context.ts';
import { createUrls, paths } from '../../site/base/urls.ts';
import { stringsFor } from '../../site/strings/strings.ts';
import { createViews } from '../../site/views.ts';
import { entryFinder } from '../../store/read/entry-finder.ts';
import { milestoneRows, releaseRows } from '../../store/read/loader.ts';
import { readContent } from '../../store/read/read-content.ts';
import { readWorkspaceEntry } from '../../store/read/read-for-page.ts';
import { writeDocuments } from '../write-documents.ts';

// Writes what machines read, and the picture for shared links, into the folder that Astro renders
// the pages into, at the same time.

try {
  // Pages take twice as long: what they can use of the processors is theirs.
  setPriority(10);
} catch {
  // Where a process may not step back, both take their turns.
}

const settings = parseSettings(process.env, siteSettings);
const contentDir = resolve(settings.CONTENT_DIR);
const config = await loadSiteConfig(siteConfigFile(settings.SITE_CONFIG));
const frame: SiteFrame = {
  workspace: await readWorkspaceEntry(contentDir),
  config,
  urls: createUrls(settings.SITE_URL, settings.BASE_PATH),
  strings: stringsFor(config.locale),
};
const content = await readContent(contentDir);
const { site, releases, milestones, keys } = createViews(frame, {
  releases: releaseRows(content),
  milestones: milestoneRows(content),
  projects: content.projects,
  labels: content.labels,
});
const documents = allDocuments({ site, releases, milestones, ...entryFinder(content) });
const all = [
  ...documents.map((document) => ({ ...document, key: documentKey(document, keys) })),
  { path: paths.shareImage(), key: keys.page('share'), write: drawShareImage },
  { path: paths.faviconIco(), key: keys.page('icon'), write: drawIcon },
];
// As of a page, a file of the maintainer's takes the place of a document of that name.
await writeDocuments(
  settings.OUT_DIR,
  all.filter(({ path }) => !existsSync(join(publicFolder, path))),
);

/** What it is drawn with takes longer to load than all else of a build with one change. */
async function drawShareImage(): Promise<Buffer> {
  const { shareImage } = await import('../../layouts/share-image.ts');
  return shareImage(frame);
}

async function drawIcon(): Promise<Buffer> {
  const { faviconIco } = await import('../../layouts/favicon-ico.ts');
  return faviconIco(colourPair(config.accent));
}
