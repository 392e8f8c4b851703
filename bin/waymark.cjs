#!/usr/bin/env node
'use strict';

// Starts a command on a Node that can run it. Written for Node 18: it is all that an older one reads.

const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const commands = require('./commands.json');
const { findNode, wanted } = require('./find-node.cjs');
const { start } = require('./start.cjs');

const root = join(__dirname, '..');
/** A package has its code compiled, and no tests. */
const compiled = join(root, 'compiled');
const isPackage = !existsSync(join(root, 'src'));
const names = Object.keys(commands).filter((name) => !isPackage || !commands[name].checkout);

main(process.argv.slice(2));

/** @param {string[]} line */
function main([name = '--help', ...args]) {
  if (name === '--help' || name === '-h' || name === 'help') return console.log(help());
  if (name === '--version' || name === '-V') return console.log(manifest().version);
  if (!names.includes(name))
    return stop(`waymark has no command "${name}". "waymark --help" lists them.`, 2);
  if (!existsSync(join(root, 'node_modules/commander')) && !isInstalled('commander'))
    return stop(`The packages that Waymark needs are not there. Run "${install()}" first.`, 1);
  const node = findNode(root);
  if (node === undefined)
    return stop(
      `Waymark runs on Node ${wanted}, and this is ${process.versions.node}. ${isPackage ? `"npm install --save-dev node@${wanted}" brings it along; where npm ignores scripts, "npm rebuild node" does then.` : '"npm ci" brings the right one along; where npm ignores scripts, "npm rebuild node" does.'}`,
      1,
    );
  const folder = isPackage ? compiled : root;
  start(node, [
    `--require=${join(__dirname, 'keep-compiled.cjs')}`,
    ...(commands[name].flags || []),
    join(folder, `scripts/${name}.${isPackage ? 'js' : 'ts'}`),
    ...args,
  ]);
}

function help() {
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${commands[name].about}`);
  return [
    'Usage: waymark <command> [options]',
    '',
    manifest().description,
    '',
    'Commands:',
    ...lines,
    '',
    '"waymark <command> --help" tells the options of each.',
  ].join('\n');
}

function manifest() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** @param {string} name */
function isInstalled(name) {
  return (require.resolve.paths(name) || []).some((folder) => existsSync(join(folder, name)));
}

function install() {
  return isPackage ? 'npm install' : 'npm ci';
}

/** @param {string} why @param {number} code */
function stop(why, code) {
  console.error(why);
  process.exitCode = code;
}
