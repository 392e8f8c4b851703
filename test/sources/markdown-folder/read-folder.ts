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
export function readFolder(
  cwd: string,
  { releases = 'releases', roadmap, editUrl, project = null, ...over }: FolderOptions = {},
): Promise<SourceRows> {
  return createMarkdownSource({
    name: 'markdown releases',
    entry: { markdown: releases, roadmap, editUrl },
    rootName: project,
    sanitise: cleanHtml,
    timeZone: 'UTC',
    pictures: picturesNowhere(),
    cwd,
    ...over,
  }).read();
}

interface FolderOptions extends Partial<MarkdownOptions> {
  releases?: string;
  roadmap?: string;
  editUrl?: string;
  project?: string | null;
}

/** Writes these files below `releases` in a new folder and reads them. */
export async function readReleases(
  files: Record<string, string | Uint8Array>,
  over: FolderOptions = {},
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
