import type { Client } from '../../client/client.ts';
import {
  isBelow,
  nameOf,
  overOf,
  parseSourcesFile,
  type SourceEntry,
} from '../../config/sources-file.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createChangelogSources } from '../../sources/changelog/changelog-source.ts';
import { createDataSetSource } from '../../sources/data-set/data-set-source.ts';
import { createTokenReader, type ReadToken } from '../../sources/forge/token-reader.ts';
import { openForgejo } from '../../sources/forgejo/open-forgejo.ts';
import { openGitHub } from '../../sources/github/github.ts';
import { createForgeSource } from '../../sources/github-family/forge-source.ts';
import { withHighlights } from '../../sources/highlights.ts';
import { createLocalPictures, type LocalPictures } from '../../sources/local-pictures.ts';
import { repositoryAt } from '../../sources/markdown/repository-links.ts';
import { createMarkdownSource } from '../../sources/markdown-folder/markdown-source.ts';
import type { Source } from '../../sources/source.ts';
import { cleanHtml as sanitise } from '../prepare/html/parse-body.ts';
import type { SourceSet } from '../read/sources/upstream.ts';
import type { SourcesSettings } from './sources-settings.ts';

export interface OpenSourcesOptions extends SourcesSettings {
  /** The content of `file`, which is `sources.yaml` or another path. */
  text: string;
  /** Folder to which the paths in `sources.yaml` are relative. */
  cwd: string;
  cacheDir: string;
  client: Pick<Client, 'download'>;
  clock: Clock;
  random: () => number;
}

/** @throws SettingsError if the file is invalid */
export async function openSources(options: OpenSourcesOptions): Promise<SourceSet> {
  const { workspace, timeZone, sources } = parseSourcesFile(options.file, options.text);
  const readToken = createTokenReader(options.tokens);
  const pictures = createLocalPictures(options.client.download);
  const rootName = workspace.name;
  const opened = await Promise.all(
    sources.map(async (entry) => ({
      entry,
      own: await open(entry, { ...options, timeZone, rootName, pictures, readToken }),
    })),
  );
  const withTexts = opened.flatMap(({ entry, own }) => {
    if (overOf(entry) !== undefined) return [];
    const above = opened.filter((one) => isBelow(entry, overOf(one.entry)));
    const texts = above.flatMap((one) => one.own).filter((one) => one !== 'api');
    return own.map((one) => (one === 'api' ? one : withHighlights(one, texts)));
  });
  return { workspace, timeZone, sources: withTexts, download: pictures.download };
}

interface OpenOptions extends OpenSourcesOptions {
  /** Name of the project of entries without another one. */
  rootName: string;
  /** Zone of dates without a time. */
  timeZone: string;
  pictures: LocalPictures;
  readToken: ReadToken;
}

/** Each kind of entry is one case. An entry may be several sources, such as one for each file. */
async function open(entry: SourceEntry, options: OpenOptions): Promise<(Source | 'api')[]> {
  const { settings } = options;
  const common = { ...options, name: nameOf(entry), sanitise };
  if ('api' in entry) return ['api'];
  const linked = 'repository' in entry ? entry.repository : undefined;
  const repository =
    linked === undefined ? undefined : repositoryAt(settings.GITHUB_API_URL, linked);
  if ('changelog' in entry) return createChangelogSources({ ...common, entry, repository });
  if ('markdown' in entry) return [createMarkdownSource({ ...common, entry, repository })];
  if ('dataset' in entry) return [createDataSetSource({ ...common, entry })];
  if ('forgejo' in entry)
    return [createForgeSource({ ...common, ...openForgejo(entry, options.readToken), entry })];
  return [createForgeSource({ ...common, ...openGitHub(entry.github, settings), entry })];
}
