'use strict';

const { existsSync, readFileSync } = require('node:fs');
const { basename, dirname, join, resolve } = require('node:path');

module.exports = {
  otherSourceNote,
  parseSource,
  placeNote,
  readSources,
  timeZoneHere,
  workflowOf,
  workspaceOf,
};

/**
 * A source: `{ github: 'acme/board' }`, `{ changelog: 'CHANGELOG.md' }`, `{ markdown: 'releases' }`
 * or `{ forgejo: 'https://codeberg.org/acme/board' }`, whose `url` is an instance below a path;
 * empty for the API. `repository` is that of a changelog on GitHub.
 * @typedef {{ github?: string, forgejo?: string, url?: string, changelog?: string,
 * repository?: string, markdown?: string }} Source
 */

const options = ['--github', '--forgejo', '--changelog', '--markdown'];

/**
 * @param {string[]} args of `waymark init`
 * @returns {Source | { problem: string }}
 */
function parseSource(args) {
  const [name, value, ...others] = args.flatMap((arg) => {
    const [, option, given] = /^(--\w+)=(.+)$/.exec(arg) || [];
    return option ? [option, given] : [arg];
  });
  if (name === undefined) return {};
  if (options.filter((option) => args.some((arg) => arg.startsWith(option))).length > 1)
    return {
      problem:
        'Use only one of --github, --forgejo, --changelog and --markdown; sources.yaml can list more sources.',
    };
  if (others.length > 0 || !options.includes(name))
    return { problem: `${others[0] || name} is not an option of init.` };
  if (name === '--forgejo') return parseForgejo(value || '');
  if (name === '--github') return parseGitHub(value || '');
  return name === '--markdown' ? parseMarkdown(value) : parseChangelog(value);
}

/** @param {string | undefined} value */
function parseMarkdown(value) {
  const markdown = pathBelow(value);
  if (!markdown) return { problem: 'Name a folder below this one: --markdown releases' };
  return { markdown };
}

/** @param {string | undefined} value */
function parseChangelog(value) {
  const changelog = pathBelow(value);
  if (!changelog) return { problem: 'Name a file below this folder: --changelog CHANGELOG.md' };
  if (!/[*?[{]/.test(changelog) && !existsSync(changelog))
    return { problem: `${changelog} does not exist here. Check its name, or create the file.` };
  const repository = repositoryOnGitHub();
  return { changelog, ...(repository && { repository }) };
}

/** The repository of the remote `origin`, if it is on GitHub and this folder is its root. */
function repositoryOnGitHub() {
  const config = existsSync('.git/config') ? readFileSync('.git/config', 'utf8') : '';
  const [, url = ''] =
    /^\[remote "origin"\]\s*\n(?:[ \t].*\n)*?\s+url *= *(.*)/m.exec(config) || [];
  return gitHubRemote.exec(url)?.[1];
}

const gitHubRemote =
  /^(?:https:\/\/(?:[^/@]*@)?|(?:ssh:\/\/)?git@)github\.com[/:]([\w.-]{1,100}\/[\w.-]{1,100}?)(?:\.git)?\/?\s*$/i;

/** A path below the working folder, without `./` and slashes at its end. @param {string} [value] */
function pathBelow(value = '') {
  if (/^(?:[/\\~]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(value)) return undefined;
  return value.replace(/^(?:\.(?:\/+|$))+|\/+$/g, '');
}

/** @param {string} value */
function parseGitHub(value) {
  const isName = /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(value);
  return isName ? { github: value } : { problem: 'Name the repository: --github OWNER/REPO' };
}

/** @param {string} value */
function parseForgejo(value) {
  const forgejo = value.replace(/(?:\.git)?\/*$/, '');
  const [, repository] = pageInRepository.exec(forgejo) || [];
  if (repository) return { problem: `Name the repository itself: --forgejo ${repository}` };
  const [, url = '', below] =
    /^(https:\/\/[^\s/?#@]+(\/[^\s?#]+)??)\/[\w.-]{1,100}\/[\w.-]{1,100}$/.exec(forgejo) || [];
  if (!url) return { problem: 'Name the repository: --forgejo https://codeberg.org/OWNER/REPO' };
  return { forgejo, ...(below && { url }) };
}

/** A page below that of a repository, such as its releases. */
const pageInRepository =
  /^(https:\/\/[^/]+(?:\/[^/]+)*?(?:\/[^/]+){2})\/(?:releases|issues|milestones|src|pulls|wiki)(?:\/|$)/;

/**
 * Returns a note if an existing `sources.yaml` does not name the source, because `init` leaves that
 * file unchanged.
 * @param {Source} source
 * @returns {string[]} lines for the output
 */
function otherSourceNote(source) {
  const [where] = Object.values(source);
  if (where === undefined || !existsSync('sources.yaml')) return [];
  if (readFileSync('sources.yaml', 'utf8').includes(where)) return [];
  return [`The sources in sources.yaml stay as they are. To read ${where}, edit that file.`];
}

/**
 * Returns a note if the working folder is in a repository, but not its root.
 * @returns {string[]} lines for the output
 */
function placeNote() {
  const here = resolve('.');
  const root = rootOfRepository(here);
  if (root === undefined || root === here) return [];
  return [
    `The workflow has no effect here: it has to be at the root of the repository, ${root}. See node_modules/waymark/docs/ci.md, "A site in a subfolder".`,
  ];
}

/** @param {string} folder @returns {string | undefined} */
function rootOfRepository(folder) {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : rootOfRepository(above);
}

/**
 * The text of `sources.yaml`, which is created for a source. Undefined if there is neither.
 * @param {Source} source
 */
function readSources(source) {
  if (existsSync('sources.yaml')) return readFileSync('sources.yaml', 'utf8');
  return Object.keys(source).length > 0 ? sourcesFile(source) : undefined;
}

/** Creates the text of a `sources.yaml` with one source. @param {Source} source */
function sourcesFile(source) {
  const { id, name } = workspaceOf(source);
  const text = (/** @type {string} */ value) => JSON.stringify(value);
  const { repository } = source;
  const [first, ...more] = Object.entries(source).map(([key, value]) => `${key}: ${text(value)}`);
  const link = repository ? ' # from git; remove it if readers cannot open the repository' : '';
  return `# yaml-language-server: $schema=node_modules/waymark/docs/sources.schema.json
# Where releases are read from. All options: node_modules/waymark/docs/sources.md.

# Never change the id: ids of feed items are derived from it. The name can be part of addresses:
# to rename the site, set "name" in the site's settings file instead.
workspace: { id: ${text(id)}, name: ${text(name)} }
# Days begin in this time zone. The site's settings file has the same.
timeZone: ${text(timeZoneHere())}
sources:
  - ${[first, ...more].join('\n    ')}${link}
`;
}

/** The time zone of this machine, such as `Europe/Berlin`; `UTC` if it is not known. */
function timeZoneHere() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone === undefined || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}

/**
 * The workspace in `content/workspace.json` if there is one, else a new one.
 * @param {Source} source
 */
function workspaceOf({ github, forgejo }) {
  const known = readJson('content/workspace.json');
  const isOwn = known?.id !== 'waymark-sample';
  if (isOwn && typeof known?.id === 'string' && typeof known.name === 'string') return known;
  const repository = github || forgejo?.split('/').slice(-2).join('/');
  const title = repository?.split('/')[1] || nameOfProject();
  const id = slugOf(repository || title) || 'changelog';
  return { id, name: title };
}

function nameOfProject() {
  const manifest = readJson('package.json');
  const name = manifest && typeof manifest.name === 'string' ? manifest.name : '';
  return name.replace(/^@[^/]*\//, '') || basename(resolve('.')) || 'changelog';
}

/** @param {string} text */
function slugOf(text) {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** @param {string} file @returns {Record<string, any> | undefined} */
function readJson(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}

/** The paths of files that a `sources.yaml` names, as globs. @param {string} text */
function pathsIn(text) {
  const named = text.matchAll(
    /^[ \t-]*(changelog|markdown|roadmap|dataset):[ \t]*(["']?)(.+?)\2[ \t]*(?:#.*)?$/gm,
  );
  return [...named].map(([, kind, , path = '']) => {
    const name = path.replace(/^(?:\.\/)+|\/+$/g, '');
    return kind === 'markdown' || kind === 'roadmap' ? `${name}/**` : name;
  });
}

/**
 * Fits a workflow to a project with sources. The result runs when a release of the repository or
 * one of the files changes, and needs no API key.
 * @param {string} text the workflow for the API, or the one of Forgejo Actions
 * @param {Source} source
 * @param {{ sources: string, config: string, triggers: string }} files the text of `sources.yaml`,
 * the name of the settings file, and the events that replace those of the API
 */
function workflowOf(text, source, { sources, config, triggers }) {
  const paths = [...pathsIn(sources), 'sources.yaml', config, 'public/**'];
  /** @type {[RegExp, string][]} */
  const edits = [
    ...(source.forgejo ? editsForForgejo(source) : editsWithoutApi(triggers)),
    [/(?<=^ {4}branches: ).*$/m, JSON.stringify([currentBranch()])],
    [
      /(?<=^ {4}paths:\n)(?: {6}- .*\n)+/gm,
      paths.map((path) => `      - ${JSON.stringify(path)}\n`).join(''),
    ],
    ...editsForPages(source),
  ];
  return edits.reduce((result, [from, to]) => {
    if (!from.test(result)) throw new Error(`the workflow has no ${from}`);
    return result.replace(from, () => to);
  }, text);
}

/** @param {string} triggers @returns {[RegExp, string][]} */
function editsWithoutApi(triggers) {
  return [
    [/^# 2\. Put the API's key.*\n/m, ''],
    [/^# 3\. In the repository/m, '# 2. In the repository'],
    [/^# 4\. (?:.*\n)+?\n/m, '\n'],
    [/three addresses below/, 'two addresses below'],
    [/(?<=^on:\n)(?:.*\n)+?(?= {2}# The plan)/m, triggers],
    [/(?<=^ {2}pull_request:\n)/m, '    paths:\n      - "sources.yaml"\n'],
    [/^ {2}API_BASE_URL: .*\n/m, ''],
    [/^ *api-key: .*\n/gm, ''],
    // A version without a date gets the date of its Git tag, so the checkout needs all tags.
    [/(?<=persist-credentials: false)$/gm, '\n          fetch-depth: 0'],
  ];
}

/** @param {Source} source @returns {[RegExp, string][]} */
function editsForForgejo({ forgejo = '', url }) {
  const instance = (url || new URL(forgejo).origin).replace(/'/g, "''");
  const first = 'Set the two addresses below. For Gitea, move this file to .gitea/workflows/.';
  return [
    [/(?<=^# 1\. )Copy it.*\n(?:# {3}.*\n)*/m, `${first}\n`],
    [/(?<=, ')https:[^']*/, `${instance}/`],
  ];
}

/**
 * The addresses of the pages of a repository on GitHub or Codeberg.
 * @param {Source} source @returns {[RegExp, string][]}
 */
function editsForPages({ github, forgejo = '' }) {
  const [, onCodeberg = ''] = /^https:\/\/codeberg\.org\/(.+)$/i.exec(forgejo) || [];
  const [owner, name = ''] = (github || onCodeberg).split('/');
  if (!owner) return [];
  const host = `${owner.toLowerCase()}.${github ? 'github.io' : 'codeberg.page'}`;
  return [
    [/(?<=^ {2}SITE_URL: ).*$/m, `https://${host}`],
    [/(?<=^ {2}BASE_PATH: ).*$/m, name.toLowerCase() === host ? '/' : `/${name}/`],
  ];
}

/** The branch that is checked out, or `main`. */
function currentBranch() {
  const head = existsSync('.git/HEAD') ? readFileSync('.git/HEAD', 'utf8') : '';
  const [, branch = 'main'] = /^ref: refs\/heads\/(.+)/.exec(head) || [];
  return branch;
}
