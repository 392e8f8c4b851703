import { basename, dirname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { parseSettings } from '../../config/settings.ts';
import { ForgejoEntry } from '../../config/sources-file.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { SettingsError } from '../../model/errors.ts';
import { convertChangelog } from '../../sources/changelog/convert-changelog.ts';
import { convertChangesets } from '../../sources/changesets/convert-changesets.ts';
import { withCachedAnswers } from '../../sources/forge/cached-answers.ts';
import { convertReleases } from '../../sources/forge/convert-releases.ts';
import { explain } from '../../sources/forge/forge-release.ts';
import { createTokenReader } from '../../sources/forge/token-reader.ts';
import { openForgejo } from '../../sources/forgejo/open-forgejo.ts';
import { openGitHub } from '../../sources/github/github.ts';
import { readMarkdown, readMarkdownIn } from '../../sources/local-files.ts';
import { repositoryAt } from '../../sources/markdown/repository-links.ts';
import type { Converted } from '../../sources/past/past-release.ts';
import { cleanHtml as sanitise } from '../../sync/prepare/html/parse-body.ts';
import { readSources } from '../../sync/run/sources-settings.ts';
import { type Output, writeConverted } from './write-converted.ts';

/** Options that come from the parent command. */
export interface Caller extends Pick<Output, 'dataSets'> {
  env: NodeJS.ProcessEnv;
}

interface SourceOptions extends Omit<Output, 'dataSets'> {
  project?: string;
  /** OWNER/REPO of the references in a changelog. */
  repository?: string;
  /** The setting with the token of Forgejo. */
  token?: string;
  /** Whether generated notes are sorted into types of changes. */
  sort?: boolean;
}

/** Adds the commands `github`, `forgejo`, `changelog` and `changesets`. */
export function addSourceCommands(program: Command, { env, ...caller }: Caller): void {
  const write = (from: string, converted: Converted, options: SourceOptions, name: string) =>
    writeConverted(from, converted, { ...options, ...caller }, name);
  const github = program
    .command('github <repository>')
    .description('releases of a GitHub repository, such as OWNER/REPO')
    .option('--no-sort', 'keep generated notes in the order of GitHub')
    .action(async (repository: string, options: SourceOptions) => {
      const name = repositoryName(repository);
      const settings = parseSettings(env, ['GITHUB_TOKEN', 'GITHUB_API_URL']);
      const converted = await fromForge(openGitHub(repository, settings), options);
      await write(repository, converted, options, name);
    });
  const forgejo = program
    .command('forgejo <address>')
    .description('releases on Forgejo or Gitea, such as https://codeberg.org/acme/board')
    .option('--no-sort', 'keep generated notes in the order of Gitea')
    .option('--token <setting>', 'the setting with the token', 'FORGEJO_TOKEN')
    .action(async (address: string, options: SourceOptions) => {
      const { token = '' } = options;
      const [, repository] = pageInRepository.exec(address) ?? [];
      if (repository !== undefined)
        throw new SettingsError(`Name the repository itself: convert forgejo ${repository}`);
      // The instance may be below a path.
      const url = address.replace(/(?:\/[^/]+){2}\/*$/, '');
      const { data: entry, error } = ForgejoEntry.safeParse({ forgejo: address, url, token });
      if (!entry) throw new SettingsError(`${address} cannot be read: ${explain(error).why}.`);
      const known = env[token] ? (await readSources(env))?.sources : undefined;
      const readToken = createTokenReader(env, (other) => `with --token ${other}`);
      for (const one of known ?? [])
        if ('forgejo' in one && one.token === token) openForgejo(one, readToken);
      const place = openForgejo(entry, readToken);
      const name = repositoryName(place.repository);
      await write(address, await fromForge(place, options), options, name);
    });
  const changelog = program
    .command('changelog <file>')
    .description('a changelog in Markdown')
    .option('--repository <name>', 'the repository on GitHub in which #12 and the like are links')
    .action(async (file: string, options: SourceOptions) => {
      const text = await readMarkdown(file);
      const repository = linkedRepository(options, env);
      const converted = convertChangelog(text, { sanitise, project: options.project, repository });
      const name = basename(dirname(resolve(file)));
      await write(file, converted, options, name);
    });
  const changesets = program
    .command('changesets <folder>')
    .description('unreleased changesets, as in .changeset')
    .action(async (folder: string, options: SourceOptions) => {
      const converted = convertChangesets(await readMarkdownIn(folder), { sanitise });
      const name = basename(dirname(resolve(folder)));
      await write(folder, converted, options, name);
    });
  for (const command of [github, forgejo, changelog])
    command.option('--project <name>', 'the project of all releases');
  for (const command of [github, forgejo, changelog, changesets]) addOutputOptions(command);
}

/** A page below that of a repository, such as its releases. */
const pageInRepository =
  /^(https?:\/\/[^/]+(?:\/[^/]+)*?(?:\/[^/]+){2})\/(?:releases|issues|milestones|src|pulls|wiki)(?:\/|$)/;

function addOutputOptions(command: Command): void {
  command
    .requiredOption('--out <data-set>', 'the data set to write; an earlier one is replaced')
    .option('--into <data-set>', 'an export of the workspace to import into')
    .addOption(new Option('--name <name>', 'name of a new workspace').conflicts('into'))
    .addOption(
      new Option('--url <address>', "public address of a new workspace's changelog").conflicts(
        'into',
      ),
    )
    .option('--json', 'print the report as JSON, with every note', false)
    .option('--quiet', 'print only the last line, and problems', false);
}

/** @throws SettingsError if the repository is not written as OWNER/REPO */
function linkedRepository({ repository }: SourceOptions, env: Caller['env']) {
  if (repository === undefined) return undefined;
  repositoryName(repository);
  return repositoryAt(parseSettings(env, ['GITHUB_API_URL']).GITHUB_API_URL, repository);
}

type Place = ReturnType<typeof openForgejo>;

async function fromForge(place: Place, options: SourceOptions): Promise<Converted> {
  const { forge, repository } = place;
  // Loading the client takes a sixth of the time of a command that does not need it.
  const { readList } = await import('../../sources/forge/lists.ts');
  const { releaseList } = await import('../../sources/github-family/forge-source.ts');
  const rows = await withCachedAnswers(`${options.out}.http.json`, (cached) =>
    readList(releaseList(repository, forge), {
      ...{ ...place, cached, clock: systemClock, random: Math.random },
    }),
  );
  return convertReleases(rows, { forge, sanitise, project: options.project, sort: options.sort });
}

/**
 * The repository's name without its owner.
 * @throws SettingsError if the repository is not written as OWNER/REPO
 */
function repositoryName(repository: string): string {
  const [, name] = /^[\w.-]{1,100}\/([\w.-]{1,100})$/.exec(repository) ?? [];
  if (name !== undefined && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(repository)) return name;
  throw new SettingsError(
    `"${repository}" is not a repository. Write it as OWNER/REPO, such as octocat/hello-world.`,
  );
}
