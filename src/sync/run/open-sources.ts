import { join } from 'node:path';
import type { Client } from '../../client/client.ts';
import { nameOf, parseSourcesFile, type SourceEntry } from '../../config/sources-file.ts';
import { digest } from '../../lib/digest.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createChangelogSources } from '../../sources/changelog/changelog-source.ts';
import { createDataSetSource } from '../../sources/data-set/data-set-source.ts';
import { createGitHubSource } from '../../sources/github/github-source.ts';
import { createLocalPictures, type LocalPictures } from '../../sources/local-pictures.ts';
import { createMarkdownSource } from '../../sources/markdown-folder/markdown-source.ts';
import type { Source } from '../../sources/source.ts';
import { cleanHtml } from '../prepare/html/parse-body.ts';
import type { SourceSet } from '../read/sources/upstream.ts';

export interface OpenSourcesOptions {
  /** Path of `sources.yaml`. Its content is in `text`. */
  file: string;
  text: string;
  /** Folder to which the paths in `sources.yaml` are relative. */
  cwd: string;
  gitHub: { baseUrl: string; token: string | undefined };
  cacheDir: string;
  client: Pick<Client, 'download'>;
  clock: Clock;
  random: () => number;
}

/** @throws SettingsError if the file is invalid */
export async function openSources(options: OpenSourcesOptions): Promise<SourceSet> {
  const { workspace, timeZone, sources } = parseSourcesFile(options.file, options.text);
  const pictures = createLocalPictures(options.client.download);
  const opened = await Promise.all(
    sources.map((entry) => open(entry, workspace.name, pictures, { ...options, timeZone })),
  );
  return { workspace, timeZone, sources: opened.flat(), download: pictures.download };
}

async function open(
  entry: SourceEntry,
  rootName: string,
  pictures: LocalPictures,
  { cwd, gitHub, cacheDir, clock, random, timeZone }: OpenSourcesOptions & { timeZone: string },
): Promise<(Source | 'api')[]> {
  const sanitise = cleanHtml;
  const name = nameOf(entry);
  if ('api' in entry) return ['api'];
  if ('changelog' in entry)
    return createChangelogSources({ entry, sanitise, timeZone, rootName, cwd });
  if ('dataset' in entry) return [createDataSetSource(name, entry, { timeZone, rootName, cwd })];
  if ('github' in entry) {
    const cacheFile = join(
      cacheDir,
      `${digest(`${gitHub.baseUrl} ${entry.github}`, 16)}.http.json`,
    );
    return [createGitHubSource({ ...gitHub, name, entry, sanitise, cacheFile, clock, random })];
  }
  const { markdown: releases, roadmap, project = rootName, editUrl } = entry;
  return [
    createMarkdownSource({
      ...{ name, releases, roadmap, project, editUrl, timeZone, sanitise, pictures, cwd },
    }),
  ];
}
