'use strict';

const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { withManifest } = require('./manifest.cjs');

module.exports = { init };

const usage = `Usage: waymark init

Begins a project in this folder: writes what is missing, and nothing over what is there.`;

/**
 * Begins a project in the working folder. It needs no package, and no Node newer than 18: it is what
 * has both installed.
 * @param {string[]} args
 * @param {{ root: string, node: string | undefined, wanted: number }} waymark its folder,
 *   the Node that can run its other commands, and how new that has to be
 * @returns {number} the exit code
 */
function init(args, { root, node, wanted }) {
  if (args.length > 0) {
    const isAsked = args.includes('--help') || args.includes('-h');
    (isAsked ? console.log : console.error)(usage);
    return isAsked ? 0 : 2;
  }
  const manifest = withManifest(root, node === undefined ? wanted : undefined);
  if (manifest.problem !== undefined) {
    console.error(manifest.problem);
    return 2;
  }
  try {
    const told = [
      ...manifest.write(),
      ...writeMissing(wantedFiles(root, manifest)),
      ...addLines('.gitignore', linesOf(join(root, 'bin/template/gitignore'))),
    ];
    const { commands, manager } = manifest;
    const isNodeMissing = node === undefined && !manager.canBringNode;
    const first = isNodeMissing ? `${manager.addNode.replace('VERSION', String(wanted))} ` : '';
    console.log(`${told.join('\n')}\n\n${first}${next(commands)}`);
    return 0;
  } catch (error) {
    // What the system refused, and where.
    console.error(
      `${error instanceof Error ? error.message : error}. Mend that, then run this again.`,
    );
    return 1;
  }
}

/**
 * @param {string} root
 * @param {{ isModule: boolean, manager: import('./package-manager.cjs').PackageManager }} project
 *   whether Node reads `.ts` here as a module, and what installs packages
 */
function wantedFiles(root, { isModule, manager }) {
  const template = (/** @type {string} */ name) =>
    readFileSync(join(root, 'bin/template', name), 'utf8');
  const config = isModule ? 'site.config.ts' : 'site.config.mts';
  const named = isModule
    ? ''
    : `\n# CommonJS is what package.json says that .ts is here.\nSITE_CONFIG=${config}\n`;
  const inWorkflow = isModule ? '' : `\n  SITE_CONFIG: ${config}`;
  return [
    { name: config, text: template('site.config.txt'), mode: 0o644 },
    // Keys will stand in it.
    { name: '.env', text: `${template('env')}${named}`, mode: 0o600 },
    {
      name: '.github/workflows/changelog.yml',
      text: workflow(root, manager).replace(/(?<=^ {2}SITE_URL: .*)$/m, inWorkflow),
      mode: 0o644,
    },
  ];
}

/** @param {string} root @param {import('./package-manager.cjs').PackageManager} manager */
function workflow(root, { name, installInCi }) {
  const text = readFileSync(join(root, 'compiled/changelog.yml'), 'utf8');
  if (name === 'npm') return text;
  return (
    text
      // Runners have other versions of them, or none.
      .replace(/^( *)- uses: actions\/setup-node@/gm, '$1- run: corepack enable\n$&')
      .replace(/^( *cache: )npm$/gm, `$1${name}`)
      .replace(/npm ci --omit=dev$/gm, installInCi)
  );
}

/** @param {{ name: string, text: string, mode: number }[]} files @returns {string[]} what was done */
function writeMissing(files) {
  return files.map(({ name, text, mode }) => {
    if (existsSync(name)) return `Left as it is: ${name}`;
    mkdirSync(dirname(name), { recursive: true });
    writeFileSync(name, text, { flag: 'wx', mode });
    return `Wrote ${name}`;
  });
}

/** @param {string} file @param {string[]} wanted lines @returns {string[]} what was done */
function addLines(file, wanted) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const there = new Set(text.split('\n').map((line) => line.trim().replace(/^\//, '')));
  const isThere = (/** @type {string} */ line) =>
    there.has(line) || there.has(line.replace(/\/$/, ''));
  if (wanted.every(isThere)) return [`Left as it is: ${file}`];
  // An exception counts only below the line that it is an exception to.
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
  return `Set API_BASE_URL, API_KEY and SITE_URL in .env. Then:\n\n${commands.map((one) => `  ${one}`).join('\n')}`;
}
