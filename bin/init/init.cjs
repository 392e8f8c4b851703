'use strict';

const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { allowBuilds } = require('./builds.cjs');
const { withManifest } = require('./manifest.cjs');
const {
  otherSourceNote,
  parseSource,
  placeNote,
  readSources,
  timeZoneHere,
  workflowOf,
  workspaceOf,
} = require('./sources.cjs');

module.exports = { init };

const usage = `Usage: waymark init [--github OWNER/REPO | --forgejo URL | --changelog FILE | --markdown FOLDER]

Sets up a project in this folder. Existing files are not overwritten.

  --github OWNER/REPO  read the releases of a repository on GitHub
  --forgejo URL        read those of one on Forgejo or Gitea, as https://codeberg.org/OWNER/REPO
  --changelog FILE     read a changelog in Markdown
  --markdown FOLDER    read a folder with one Markdown file for each release

Without these, releases are read from an existing sources.yaml, or from the API of API_BASE_URL.`;

/**
 * Sets up a project in the working folder. Must run on Node 18 without any packages, because
 * packages and a newer Node are only installed afterwards.
 * @param {string[]} args
 * @param {{ root: string, node: string | undefined, wanted: number }} waymark Waymark's folder, the
 * path of a suitable Node if one was found, and the major version of Node that Waymark needs
 * @returns {number} the exit code
 */
function init(args, { root, node, wanted }) {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage);
    return 0;
  }
  const source = parseSource(args);
  if ('problem' in source) {
    console.error(`${source.problem}\n\n${usage}`);
    return 2;
  }
  const manifest = withManifest(root, node === undefined ? wanted : undefined);
  if (manifest.problem !== undefined) {
    console.error(manifest.problem);
    return 2;
  }
  try {
    const { commands, manager } = manifest;
    const otherSource = otherSourceNote(source);
    const told = [
      ...manifest.write(),
      ...(manager.name === 'pnpm' ? allowBuilds() : []),
      ...writeMissing(wantedFiles(root, manifest, source)),
      ...addLines('.gitignore', linesOf(join(root, 'bin/template/gitignore'))),
      ...otherSource,
      ...placeNote(),
      ...(/^(?!https:\/\/codeberg\.org\/)./i.test(source.forgejo || '')
        ? ['For Gitea, move .forgejo/workflows/changelog.yml to .gitea/workflows/.']
        : []),
    ];
    const isNodeMissing = node === undefined && !manager.canBringNode;
    const first = isNodeMissing ? `${manager.addNode.replace('VERSION', String(wanted))} ` : '';
    const { markdown } = source;
    if (markdown !== undefined && !existsSync(markdown))
      commands.splice(-1, 0, `${manager.run} waymark new release 1.0.0`);
    console.log(`${told.join('\n')}\n\n${first}${next(commands)}`);
    return 0;
  } catch (error) {
    // For a system error, the message includes the path of the file.
    console.error(
      `${error instanceof Error ? error.message : error}. Fix the problem, then run this command again.`,
    );
    return 1;
  }
}

/**
 * @param {string} root
 * @param {{ isModule: boolean, manager: import('./package-manager.cjs').PackageManager }} project
 * whether Node treats the project's `.ts` files as ES modules, and the project's package manager
 * @param {import('./sources.cjs').Source} source
 */
function wantedFiles(root, { isModule, manager }, source) {
  const sources = readSources(source);
  const template = (/** @type {string} */ name) =>
    readFileSync(join(root, 'bin/template', name), 'utf8');
  const config = isModule ? 'site.config.ts' : 'site.config.mts';
  // Without a source, the site takes its name from the API.
  const hasName = Object.keys(source).length > 0;
  const name = hasName ? `  name: ${JSON.stringify(workspaceOf(source).name)},\n` : '';
  const settings = template('site.config.txt')
    .replace(/^(?= {2}locale:)/m, () => name)
    .replace(/(?<=^ {2}timeZone: )'UTC'/m, `'${timeZoneHere()}'`);
  const named = isModule
    ? ''
    : `\n# The settings file ends in .mts, because package.json makes .ts files CommonJS.\nSITE_CONFIG=${config}\n`;
  const inWorkflow = isModule ? '' : `\n  SITE_CONFIG: ${config}`;
  return [
    { name: config, text: settings, mode: 0o644 },
    // This file will contain keys, so only its owner may read it.
    {
      name: '.env',
      text: `${template(sources ? 'env-sources' : 'env')}${named}`,
      mode: 0o600,
    },
    ...(sources ? [{ name: 'sources.yaml', text: sources, mode: 0o644 }] : []),
    {
      name: `${source.forgejo ? '.forgejo' : '.github'}/workflows/changelog.yml`,
      text: workflow(root, manager, { source, sources, config }).replace(
        /(?<=^ {2}SITE_URL: .*)$/m,
        inWorkflow,
      ),
      mode: 0o644,
    },
  ];
}

/**
 * @param {string} root @param {import('./package-manager.cjs').PackageManager} manager
 * @param {{ source: import('./sources.cjs').Source, sources: string | undefined, config: string }}
 * project the source that `init` was given, the text of `sources.yaml`, and the settings file
 */
function workflow(root, { name, installInCi }, { source, sources, config }) {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
  const triggers = read('bin/template/triggers');
  const all = read(
    source.forgejo ? 'docs/examples/changelog-forgejo.yml' : 'compiled/changelog.yml',
  );
  const text = (sources ? workflowOf(all, source, { sources, config, triggers }) : all).replace(
    /npm ci --omit=dev$/gm,
    installInCi,
  );
  if (name === 'npm') return text;
  if (name === 'bun')
    return text
      .replace(
        /^( *)- uses: actions\/setup-node@/gm,
        `$1- uses: ${source.forgejo ? 'https://github.com/' : ''}oven-sh/setup-bun@v2\n$&`,
      )
      .replace(/^ *cache: npm\n/gm, '');
  return (
    text
      // CI runners may lack pnpm and Yarn, or have a version that differs from the project's, so
      // Corepack provides them.
      .replace(/^( *)- uses: actions\/setup-node@/gm, '$1- run: corepack enable\n$&')
      .replace(/^( *cache: )npm$/gm, `$1${name}`)
  );
}

/**
 * @param {{ name: string, text: string, mode: number }[]} files
 * @returns {string[]} one line per file, for the output
 */
function writeMissing(files) {
  return files.map(({ name, text, mode }) => {
    if (existsSync(name)) return `Unchanged: ${name}`;
    mkdirSync(dirname(name), { recursive: true });
    writeFileSync(name, text, { flag: 'wx', mode });
    return `Wrote ${name}`;
  });
}

/**
 * @param {string} file
 * @param {string[]} wanted lines
 * @returns {string[]} one line per change, for the output
 */
function addLines(file, wanted) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const there = new Set(text.split('\n').map((line) => line.trim().replace(/^\//, '')));
  const isThere = (/** @type {string} */ line) =>
    there.has(line) || there.has(line.replace(/\/$/, ''));
  if (wanted.every(isThere)) return [`Unchanged: ${file}`];
  // In `.gitignore`, an exception (`!`) only works below the pattern that it overrides, so
  // exceptions are always added at the end.
  const missing = wanted.filter((line) => line.startsWith('!') || !isThere(line));
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  writeFileSync(file, `${before}${missing.join('\n')}\n`);
  return [`${text === '' ? 'Wrote' : 'Added lines to'} ${file}`];
}

/** @param {string} file */
function linesOf(file) {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

/** @param {string[]} commands */
function next(commands) {
  const lines = commands.map((one) => `  ${one}`).join('\n');
  return existsSync('sources.yaml')
    ? `Next:\n\n${lines}\n\nBefore you publish the site, set SITE_URL in .env to its public address.`
    : `Set API_BASE_URL and API_KEY in .env, and SITE_URL before you publish the site. Then:\n\n${lines}`;
}
