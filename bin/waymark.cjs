#!/usr/bin/env node
'use strict';

// Starts a command on a suitable Node. This file and `init` must also run on Node 18. The other
// commands need a newer Node (`find-node.cjs`).

const { existsSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { findNode, wanted } = require('./find-node.cjs');
const { packageManagerOf } = require('./init/package-manager.cjs');
const { run, start } = require('./start.cjs');

const root = join(__dirname, '..');
/** Whether this is the installed package, which contains compiled code instead of `src/`. */
const isPackage = !existsSync(join(root, 'src'));
const commands = ownCommands();

/** @param {string[]} line */
function main([name = defaultCommand(), ...args]) {
  if (name === 'help' && args.length > 0) return main([...args, '--help']);
  if (name === '--help' || name === '-h' || name === 'help') return console.log(help());
  if (name === '--version' || name === '-V') return console.log(manifest().version);
  const command = commands.get(name);
  if (!command) return stopUnknown(name);
  const node = findNode(root);
  if (name === 'init') return end(require('./init/init.cjs').init(args, { root, node, wanted }));
  if (!isInstalled('commander'))
    return stop(`Waymark's packages are not installed. Run "${install()}" first.`, 1);
  if (node === undefined)
    return stop(
      `Waymark needs Node ${wanted}, but this is Node ${process.versions.node}. ${bringNode()}`,
      1,
    );
  process.env.CALLED_AS = calledAs();
  return name === 'start' ? startAll(node, args) : start(node, programOf(name, args));
}

/** In a project, or below one, the command that starts it; otherwise the help. */
function defaultCommand() {
  const isProject = ['sources.yaml', '.env'].some((file) => existsSync(file));
  return isPackage && (isProject || projectAbove(process.cwd())) ? 'start' : '--help';
}

/** @param {string} folder @returns {string | undefined} the nearest parent with `sources.yaml` */
function projectAbove(folder) {
  const above = dirname(folder);
  if (above === folder) return undefined;
  return existsSync(join(above, 'sources.yaml')) ? above : projectAbove(above);
}

/**
 * Node's arguments for running a command.
 * @param {string} name @param {string[]} args
 */
function programOf(name, args) {
  return [
    `--require=${join(__dirname, 'keep-compiled.cjs')}`,
    // V8 flags that reduce peak memory. `commands.json` lists only flags that save at least ten per
    // cent at 10,000 releases.
    ...(commands.get(name)?.flags || []),
    join(root, isPackage ? `compiled/scripts/${name}.js` : `scripts/${name}.ts`),
    ...args,
  ];
}

/**
 * Syncs and builds, then serves with the given arguments.
 * @param {string} node @param {string[]} args
 */
async function startAll(node, args) {
  if (args.includes('--help') || args.includes('-h')) return console.log(startUsage);
  for (const name of ['sync', 'build']) {
    const code = await run(node, programOf(name, ['--quiet']));
    // With code 3, the command is done and has printed a problem.
    if (code !== 0 && code !== 3) return end(code);
  }
  return start(node, programOf('serve', args));
}

const startUsage = `Usage: waymark [start] [--port PORT] [--host ADDRESS]

Runs sync, build and serve. The site is shown at http://127.0.0.1:4321, unless options name another
address.`;

/**
 * The prefix that messages put before a command, such as `npx --no waymark` before `build`. Child
 * processes read the prefix from CALLED_AS.
 */
function calledAs() {
  if (!isPackage) return 'npm run';
  const { npm_command: command, npm_config_user_agent: agent = '' } = process.env;
  // npm sets the agent for the scripts of package.json too, which call commands without a prefix.
  if (agent === '' || (/^npm\//.test(agent) && command !== 'exec')) return 'waymark';
  return `${ownManager().run} waymark`;
}

/** @param {string} name */
async function stopUnknown(name) {
  const nearest = await nearestTo(name);
  stop(`There is no command "${name}".${nearest} "waymark help" lists the commands.`, 2);
}

/**
 * Returns commander's suggestion for an unknown command, if commander is installed and runs on this
 * Node.
 * @param {string} name
 */
async function nearestTo(name) {
  const [first = '', ...rest] = name.split(':');
  if (rest.length > 0 && commands.has(first)) return ` Did you mean ${[first, ...rest].join(' ')}?`;
  try {
    const { Command } = await import('commander');
    const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
    for (const known of commands.keys()) program.command(known);
    program.parse([name], { from: 'user' });
  } catch (error) {
    const [, proposed] = /\((Did you mean .*\?)\)/.exec(String(error)) || [];
    if (proposed) return ` ${proposed}`;
  }
  return '';
}

/**
 * @returns {Map<string, { about: string, flags?: string[], only?: string }>} available commands by
 *   name
 */
function ownCommands() {
  const only = isPackage ? 'package' : 'checkout';
  const all = JSON.parse(readFileSync(join(__dirname, 'commands.json'), 'utf8'));
  return new Map(Object.entries(all).filter(([, one]) => !one.only || one.only === only));
}

function help() {
  const width = Math.max(...[...commands.keys()].map((name) => name.length));
  const lines = [...commands].map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return [
    'Usage: waymark <command> [options]',
    '',
    manifest().description,
    '',
    'Commands:',
    ...lines,
    '',
    '"waymark <command> --help" lists the options of a command.',
  ].join('\n');
}

/** @returns {{ version: string, description: string }} */
function manifest() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** @param {string} name */
function isInstalled(name) {
  return (require.resolve.paths(name) || []).some((folder) => existsSync(join(folder, name)));
}

function install() {
  return isPackage ? `${ownManager().name} install` : 'npm ci';
}

function bringNode() {
  if (!isPackage)
    return '"npm ci" installs this version. If scripts are ignored, also run "npm rebuild node --ignore-scripts=false".';
  const { run, addNode, canBringNode } = ownManager();
  const { dependencies, devDependencies } = readManifest('package.json');
  const isListed = 'node' in { ...dependencies, ...devDependencies };
  const first = isListed || !canBringNode ? '' : `Run "${run} waymark init" first. Then `;
  return `${first}${addNode.replace('VERSION', String(wanted))}`;
}

/** The package manager of the project in the working folder. */
function ownManager() {
  return packageManagerOf(readManifest('package.json'));
}

/** @param {string} file @returns {Record<string, any>} empty if it cannot be read */
function readManifest(file) {
  try {
    return Object(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

/** @param {string} why @param {number} code */
function stop(why, code) {
  console.error(why);
  end(code);
}

/** @param {number} code */
function end(code) {
  process.exitCode = code;
}

main(process.argv.slice(2));
