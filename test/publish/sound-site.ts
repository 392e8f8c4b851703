import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const files = {
  'index.html': '<h1>New</h1>',
  '404.html': '<h1>Not here</h1>',
  'roadmap/index.html': '<h1>Roadmap</h1>',
  'rss.xml': '<rss></rss>',
  'sitemap-index.xml': '<sitemapindex/>',
};

/** Writes a small site that is fit to be shown; `over` changes a file, or leaves it out. */
export async function writeSite(
  folder: string,
  over: Record<string, string | undefined> = {},
): Promise<void> {
  for (const [path, text] of Object.entries({ ...files, ...over })) {
    if (text === undefined) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
