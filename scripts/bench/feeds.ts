import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { documents, type Sources } from '../../src/feeds/documents.ts';
import { parseSiteConfig } from '../../src/model/site-config.ts';
import { stringsFor } from '../../src/site/strings/strings.ts';
import { createUrls } from '../../src/site/urls.ts';
import { readContent } from '../../src/store/read-content.ts';
import { readMilestone, readRelease, readWorkspace } from '../../src/store/read-for-page.ts';
import { buildFolder } from '../build-folder.ts';
import { type Row, timed } from './measure.ts';

const siteUrl = 'https://bench.example';

/**
 * Every feed of a content folder, read and written as a build does it, beside one whole build.
 * The archives are not among them: they are the whole history once more.
 */
export async function benchFeeds(folder: string, contentDir: string): Promise<Row> {
  const sources = await sourcesOf(contentDir);
  const feedsMs = await timed(async () => {
    const feeds = documents(sources).filter(({ path }) =>
      /(?:rss|atom)\.xml$|feed\.json$/.test(path),
    );
    for (const { path, write } of feeds) {
      const file = join(folder, 'feeds', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, await write());
    }
  });
  const outDir = join(folder, 'feeds-dist');
  const buildMs = await timed(() => buildFolder({ contentDir, outDir, siteUrl, basePath: '/' }));
  const work = `all feeds of ${sources.releases.length} releases`;
  const ratio = feedsMs / buildMs;
  return { work, baseline: 'full build of the same', workMs: feedsMs, baselineMs: buildMs, ratio };
}

async function sourcesOf(contentDir: string): Promise<Sources> {
  const { releases, milestones, projects, labels } = await readContent(contentDir);
  const config = parseSiteConfig({}, 'site.config.ts');
  return {
    site: {
      workspace: await readWorkspace(contentDir),
      config,
      urls: createUrls(siteUrl, '/'),
      strings: stringsFor(config.locale),
      projects: new Map(projects.map((one) => [one.id, one])),
      labels: new Map(labels.map((one) => [one.id, one])),
    },
    releases: [...releases.values()],
    milestones: [...milestones.values()],
    readRelease: (slug) => readRelease(contentDir, slug),
    readMilestone: (slug) => readMilestone(contentDir, slug),
  };
}
