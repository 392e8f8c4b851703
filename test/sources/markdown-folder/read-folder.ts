import { createLocalPictures } from '../../../src/sources/local-pictures.ts';
import {
  createMarkdownSource,
  type MarkdownOptions,
} from '../../../src/sources/markdown-folder/markdown-source.ts';
import type { SourceRows } from '../../../src/sources/source.ts';
import { cleanHtml } from '../../../src/sync/prepare/html/parse-body.ts';
import { sourceFolder } from '../source-folder.ts';

export const picturesNowhere = () =>
  createLocalPictures(async () => ({ kind: 'unusable', why: 'not asked in this test' }));

/** Reads the folder `releases` below `cwd`, and `roadmap` too if the options name one. */
export function readFolder(cwd: string, over: Partial<MarkdownOptions> = {}): Promise<SourceRows> {
  const options = { name: 'markdown releases', releases: 'releases', roadmap: undefined };
  const pictures = picturesNowhere();
  return createMarkdownSource({
    ...options,
    project: null,
    sanitise: cleanHtml,
    timeZone: 'UTC',
    pictures,
    cwd,
    ...over,
  }).read();
}

/** Writes these files below `releases` in a new folder and reads them. */
export async function readReleases(
  files: Record<string, string | Uint8Array>,
  over: Partial<MarkdownOptions> = {},
): Promise<SourceRows> {
  const below = Object.entries(files).map(([name, text]) => [`releases/${name}`, text]);
  await using folder = await sourceFolder(Object.fromEntries(below));
  return await readFolder(folder.path, over);
}

/** The problems that keep a single file from being read, one string each. */
export async function whyNot(text: string): Promise<string[]> {
  const { releases, unreadable } = await readReleases({ 'a.md': text });
  if (releases.length > 0) return [];
  return unreadable.flatMap(({ why }) => why.split('\n'));
}
