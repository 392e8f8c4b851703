import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemClock } from '../../../../src/lib/time/clock.ts';
import { digestOfIndex, indexFiles } from '../../../../src/publish/generations/file-index.ts';
import type { MirroredSite } from '../../../../src/tools/bucket/mirror/desired.ts';
import { mirrorSite } from '../../../../src/tools/bucket/mirror/mirror-site.ts';
import type { MirrorSiteOptions } from '../../../../src/tools/bucket/mirror/plan-site.ts';
import { openS3Store } from '../../../../src/tools/bucket/mirror/store/s3-store.ts';
import { type FakeS3, startFakeS3 } from '../../../support/s3/fake-s3.ts';
import { inMemory, tempFolder } from '../../../support/temp-folder.ts';

export type Files = Record<string, string>;

const headers = `/*
  X-Frame-Options: DENY
/_astro/*
  Cache-Control: public, max-age=31536000, immutable
/about/
  Cache-Control: no-cache
  Content-Language: en
`;

/**
 * The files of a small site: the first page links to every release, and every page loads a style
 * sheet.
 */
export function siteOf(slugs: readonly string[], version = 'a'): Files {
  const sheet = `_astro/page.${version}.css`;
  const page = (links: readonly string[]) =>
    `<link href="/${sheet}">${links.map((link) => `<a href="/${link}">`).join('')}`;
  const releases = slugs.flatMap((slug) => [
    [`releases/${slug}/index.html`, page(['', 'about/'])],
    [`releases/${slug}.md`, `# ${slug} ${version}`],
  ]);
  return {
    'index.html': page([...slugs.map((slug) => `releases/${slug}/`), 'about/']),
    'about/index.html': page([]),
    'rss.xml': `<rss>${slugs.join()}</rss>`,
    'latest.json': JSON.stringify(slugs),
    'search/index.json': JSON.stringify(slugs),
    'sitemap-0.xml': `<urlset>${slugs.join()}</urlset>`,
    [sheet]: `/* ${version} */`,
    _headers: headers,
    '.waymark.json': '{}',
    ...Object.fromEntries(releases),
  };
}

interface Publishing extends Partial<MirrorSiteOptions> {
  prefix?: string;
  /** The seconds for which a lock is valid, if not the default. */
  seconds?: number;
}

/** Writes sites into temporary folders and publishes them. */
export async function startSites() {
  const temp = await tempFolder(inMemory);
  let sites = 0;
  return {
    publish: async (
      server: Pick<FakeS3, 'bucket' | 'url'>,
      files: Files,
      over: Publishing = {},
    ) => {
      sites += 1;
      const site = await writeSite(join(temp.path, `${sites}`), files);
      return publishTo(server, { openSite: async () => site, ...over });
    },
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

/** A fake store with a bucket, and a function to publish sites there. */
export async function startBucket(quirks: Parameters<typeof startFakeS3>[0] = {}) {
  const fake = await startFakeS3(quirks);
  const sites = await startSites();
  return {
    fake,
    publish: (files: Files, over: Publishing = {}) => sites.publish(fake, files, over),
    /** The objects that readers can request, by key. */
    shown: () => shownIn(fake),
    /** Counts the requests since the last call by method, without those for the lock. */
    counts: () => countAsked(fake),
    [Symbol.asyncDispose]: async () => {
      await fake[Symbol.asyncDispose]();
      await sites[Symbol.asyncDispose]();
    },
  };
}

export async function writeSite(folder: string, files: Files): Promise<MirroredSite> {
  await writeFiles(folder, files);
  return readSite(folder);
}

export async function readSite(folder: string): Promise<MirroredSite> {
  const index = await indexFiles(folder);
  const entries = [...index.keys()]
    .filter((path) => /^releases\/[^/]+\/index\.html$/.test(path))
    .map((path) => path.replace(/index\.html$/, ''));
  return { folder, index, digest: digestOfIndex(index), entries };
}

/** Publishes into a fake store, which other publishers may use at the same time. */
export async function publishTo(
  fake: Pick<FakeS3, 'bucket' | 'url'>,
  { prefix = '', seconds, ...over }: Publishing & Pick<MirrorSiteOptions, 'openSite'>,
) {
  const place = { bucket: fake.bucket, prefix, endpoint: fake.url };
  using store = await openS3Store(place, systemClock);
  return await mirrorSite({
    store,
    state: store,
    site: 'https://changelog.example/',
    basePath: '/',
    indexKeys: false,
    lock: {
      owner: randomUUID(),
      clock: systemClock,
      elapsed: () => performance.now(),
      seconds,
    },
    random: randomUUID(),
    paused: null,
    allowMassDelete: false,
    overwrite: false,
    ...over,
  });
}

function shownIn({ objects }: FakeS3): Files {
  const shown = [...objects].filter(([key]) => !key.includes('.waymark/'));
  return Object.fromEntries(
    shown
      .map(([key, { body }]) => [key, body.toString()] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The files of a site that are public in a bucket. */
export function readable(files: Files): Files {
  const read = Object.entries(files).filter(([path]) => !/^(?:_headers|\.)/.test(path));
  return Object.fromEntries(read.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function countAsked({ asked }: FakeS3): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { method, key } of asked.splice(0))
    if (!key.endsWith('.waymark/lock.json')) counts[method] = (counts[method] ?? 0) + 1;
  return counts;
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
