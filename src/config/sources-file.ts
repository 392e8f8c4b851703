import { z } from 'zod';
import { expectForm } from '../lib/explain-issue.ts';
import { Visible, WebAddress } from '../model/api/primitives.ts';
import { RowId } from '../model/api/rows.ts';
import { stages } from '../model/api/stages.ts';
import { entryOfKind } from './entry-of-kind.ts';
import { parsePrivateAddress } from './setting-schemas.ts';
import { isSourceToken, kindOf } from './source-settings.ts';
import { TimeZone } from './time-zone.ts';
import { parseYamlFile } from './yaml-file.ts';

// `sources.yaml` lists the sources of releases. It is YAML rather than TypeScript, because code in
// it would run during a sync and could read the API keys.

/** A path below the working folder. */
const LocalPath = z
  .string()
  .min(1)
  .refine(
    (path) => !/^(?:[/\\~]|[a-z]:)/i.test(path) && !path.split(/[/\\]/).includes('..'),
    'expected a path below the folder of this file, without ".."',
  )
  .transform((path) => path.replace(/^(?:\.\/+)+(?=.)/, '').replace(/\/+$/, ''));

const Project = Visible.max(255).describe('The project of all releases of this source.').optional();
const EditUrl = z
  .string()
  .refine(
    (url) => url.includes('{path}') && WebAddress.safeParse(url.replaceAll('{path}', 'x')).success,
    'expected an address with {path} in it, such as https://github.com/acme/board/edit/main/{path}',
  )
  .describe('Address for editing a file; {path} stands for the path of the file.')
  .optional();

const RepositoryName = z
  .string()
  .regex(
    /^(?!\.{1,2}\/)[\w.-]{1,100}\/(?!\.{1,2}$)[\w.-]{1,100}$/,
    'expected OWNER/REPO, such as acme/board',
  );
const Repository = RepositoryName.describe('A repository whose releases are read, as OWNER/REPO.');
const LinkedRepository = RepositoryName.describe(
  'The repository on GitHub in which #12, @name and commits of the texts are links, as OWNER/REPO.',
).optional();

const IssueRoadmap = z.strictObject({
  // Forges take a list of labels, with commas between them.
  issues: z
    .string()
    .regex(/^[^,]{1,100}$/, 'expected one label, without commas')
    .describe('The label of the issues that the roadmap shows.'),
  statuses: z
    .record(z.string().min(1), z.enum(stages))
    .describe('Stages of open issues, by label. The first label that an issue has counts.')
    .default({}),
  authors: z
    .union([z.literal('all'), z.array(z.string().min(1))])
    .describe('Whose issues are shown besides those of members: a list of names, or all.')
    .default([]),
});
export type IssueRoadmap = z.infer<typeof IssueRoadmap>;

/** The options of every forge. */
const ofForge = {
  tags: z.string().min(1).describe('A glob for tags, such as "v*".').optional(),
  project: Project,
  sort: z
    .boolean()
    .describe('Whether notes that the forge generated are sorted by type of change. Default: true.')
    .optional(),
  types: z
    .record(z.string().min(1), z.string().min(1).max(100))
    .describe('Types of change for titles of sections in generated notes.')
    .optional(),
  private: z
    .boolean()
    .describe('Whether releases and the roadmap of a private repository may be published.')
    .default(false),
  roadmap: z
    .union([z.literal('milestones'), IssueRoadmap], {
      error: `expected milestones, or { issues: LABEL } with "statuses" (labels, each with one of ${stages.join(', ')}) and "authors" (a list of names, or all)`,
    })
    .describe('What the roadmap shows: milestones, or issues with a label.')
    .optional(),
};
const OfForge = z.object(ofForge);

const GitHub = z.strictObject({ github: Repository, ...ofForge }).describe('Releases on GitHub.');

/** An address to which a token may be sent, in its usual form and without a slash at its end. */
function privateAddress(text: string): string | undefined {
  const url = parsePrivateAddress(text);
  return url?.search || url?.hash ? undefined : url?.href.replace(/\/+$/, '');
}

/** An option with the address of a host. */
const HostAddress = z
  .string()
  .refine(
    privateAddress,
    'expected an https:// address without a query (http:// only for this machine)',
  )
  .transform((url) => privateAddress(url) ?? url);

/** The option that names the setting with a token. @param setting the usual one */
function tokenOption(setting: string) {
  return z
    .string()
    .refine(
      (name) => isSourceToken(name, [setting]),
      `expected the name of a setting, such as ${setting}_OTHER`,
    )
    .describe(`The setting with the token, if it is another one than ${setting}.`)
    .default(setting);
}

export const ForgejoEntry = z
  .strictObject({
    forgejo: z
      .string()
      .describe(
        'A repository on Forgejo or Gitea, as the address of its page: https://codeberg.org/acme/board.',
      )
      .transform((url) => (privateAddress(url) ?? url).replace(/\.git$/, '')),
    url: HostAddress.describe('The address of the instance, if it is below a path.').optional(),
    token: tokenOption('FORGEJO_TOKEN'),
    ...ofForge,
  })
  .refine((entry) => RepositoryName.safeParse(placeOf(entry).repository).success, {
    path: ['forgejo'],
    error:
      'expected the https:// address of a repository, such as https://codeberg.org/acme/board; for an instance below a path, write its address as "url"',
  })
  .describe('Releases on Forgejo or Gitea.');

/** The address of the instance and the name of the repository, which is empty if they do not fit. */
export function placeOf({ forgejo, url }: { forgejo: string; url?: string | undefined }) {
  const instance = url ?? privateAddress(URL.parse(forgejo)?.origin ?? '') ?? '';
  const fits = forgejo.startsWith(`${instance}/`);
  return { instance, repository: fits ? forgejo.slice(instance.length + 1) : '' };
}

const Changelog = z
  .strictObject({
    changelog: LocalPath.describe('A changelog in Markdown, or a glob that matches several.'),
    project: Project,
    tag: z
      .string()
      .max(200)
      .refine((form) => form.includes('{version}'), {
        error: 'expected a name with {version} in it, such as "release-{version}"',
      })
      .describe('The form of the git tags that have the dates of versions.')
      .optional(),
    repository: LinkedRepository,
    editUrl: EditUrl,
  })
  .describe('Changelog files.');

const Markdown = z
  .strictObject({
    markdown: LocalPath.describe('A folder with one Markdown file for each release.'),
    roadmap: LocalPath.describe('A folder with one Markdown file for each milestone.').optional(),
    over: z
      .string()
      .min(1)
      .describe('The source, such as OWNER/REPO, above whose releases the texts of the files are.')
      .optional(),
    project: Project,
    repository: LinkedRepository,
    editUrl: EditUrl,
  })
  .refine(({ over, roadmap }) => over === undefined || roadmap === undefined, {
    path: ['over'],
    error: 'cannot be beside "roadmap": use two sources',
  })
  .describe('A folder of Markdown files.');

const DataSet = z
  .strictObject({
    dataset: LocalPath.describe('A data set, such as the output of `waymark convert`.'),
    project: Project,
  })
  .describe('A data set.');

const Api = z
  .strictObject({
    api: z.literal(true, 'expected true; the address of the API is the setting API_BASE_URL'),
  })
  .describe('The API of API_BASE_URL.');

const kinds = {
  github: GitHub,
  forgejo: ForgejoEntry,
  changelog: Changelog,
  markdown: Markdown,
  dataset: DataSet,
  api: Api,
};
export type ForgejoEntry = z.infer<typeof ForgejoEntry>;
export type ForgeEntry = z.infer<typeof OfForge>;
export type ChangelogEntry = z.infer<typeof Changelog>;
export type DataSetEntry = z.infer<typeof DataSet>;
export type MarkdownEntry = z.infer<typeof Markdown>;
export type SourceEntry = z.infer<(typeof kinds)[keyof typeof kinds]>;

const expected = 'expected one of github, forgejo, changelog, markdown, dataset and api';

const Source = entryOfKind(kinds, expected);

const Workspace = z.strictObject(
  {
    id: RowId.describe('Never change this id: ids of feed items are derived from it.'),
    name: Visible.max(255),
    url: WebAddress.optional(),
  },
  { error: expectForm('{ id: acme-board, name: Acme Board }') },
);
const Sources = z
  .array(Source, { error: expectForm('a list, such as "- github: acme/board"') })
  .min(1, 'expected a list, such as "- github: acme/board"');

// The setting of the same name in `site.config.ts` is not read, because a sync runs no code.
const Zone = TimeZone.describe(
  'Time zone in which a release with a day, but no time, becomes public. The same as in site.config.ts.',
);

export const SourcesFile = z
  .strictObject({ workspace: Workspace, timeZone: Zone, sources: Sources })
  .superRefine(
    ({ sources }, context) => {
      const report = (message: string, ...path: (string | number)[]) =>
        context.addIssue({ code: 'custom', path: ['sources', ...path], message });
      const names = sources.map((source) => (source === z.NEVER ? undefined : nameOf(source)));
      for (const [index, name] of names.entries())
        if (name !== undefined && names.indexOf(name) < index)
          report(`${name} is listed twice`, index);
      for (const [index, over] of sources.map(overOf).entries())
        if (over !== undefined && !sources.some((one) => isBelow(one, over)))
          report(`no other source is ${over}`, index, 'over');
    },
    // Runs this check even if an entry is invalid, so that duplicates are reported too.
    { when: ({ value }) => Array.isArray((value as Partial<SourcesFile> | undefined)?.sources) },
  );
export type SourcesFile = z.infer<typeof SourcesFile>;

/** Whether the texts of a `markdown` source with this `over` are above the releases of a source. */
export function isBelow(entry: SourceEntry, over: string | undefined): boolean {
  const name = nameOf(entry);
  const isNamed = over === name || over === name.replace(/^\S+ /, '');
  return isNamed && overOf(entry) === undefined && !('api' in entry);
}

/** The source above whose releases the texts of an entry are. */
export function overOf(entry: SourceEntry): string | undefined {
  return 'over' in entry ? entry.over : undefined;
}

/** The source's name in `.sync.json` and in reports. */
export function nameOf(entry: SourceEntry): string {
  return 'api' in entry ? 'api' : `${kindOf(entry)} ${Object.values(entry)[0]}`;
}

/** Files or folders on this machine. A file may be a glob. */
export interface LocalPath {
  path: string;
  kind: 'file' | 'folder';
}

/** The files and folders of a source. */
export function pathsOf(entry: SourceEntry): LocalPath[] {
  if ('changelog' in entry) return [{ path: entry.changelog, kind: 'file' }];
  if ('dataset' in entry) return [{ path: entry.dataset, kind: 'file' }];
  if (!('markdown' in entry)) return [];
  const folders = [entry.markdown, ...(entry.roadmap === undefined ? [] : [entry.roadmap])];
  return folders.map((path) => ({ path, kind: 'folder' }));
}

/**
 * Parses and validates `sources.yaml`.
 * @throws SettingsError that lists every problem with its line
 */
export function parseSourcesFile(file: string, text: string): SourcesFile {
  return parseYamlFile(file, text, { schema: SourcesFile, docs: 'sources' });
}

/** JSON schema of the file, for editors. */
export function sourcesSchema(): object {
  const file = z.strictObject({
    workspace: Workspace,
    timeZone: Zone,
    sources: z.array(z.union(Object.values(kinds))).min(1),
  });
  return z.toJSONSchema(file, { io: 'input' });
}
