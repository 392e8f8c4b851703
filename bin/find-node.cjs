'use strict';

const { existsSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

/** Oldest major version of Node that Waymark runs on. Node 22 lacks `using` and DisposableStack. */
const wanted = 24;

module.exports = { findNode, wanted };

/**
 * Returns the path of the running Node if it is new enough. Otherwise returns the path of the Node
 * program that the npm package `node` installed in the project or in Waymark's own folder.
 * @param {string} root Waymark's own folder
 */
function findNode(root) {
  if (isEnough(process.versions.node)) return process.execPath;
  return [process.cwd(), root].map(nearestNode).find(Boolean);
}

/** @param {string} folder @returns {string | undefined} */
function nearestNode(folder) {
  const place = join(folder, 'node_modules/node');
  // An install script of the package `node` downloads this program. If install scripts are
  // disabled, the program is missing.
  const program = join(place, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
  if (existsSync(program) && isEnough(versionIn(place))) return program;
  const above = dirname(folder);
  return above === folder ? undefined : nearestNode(above);
}

/** @param {string} place @returns {string} */
function versionIn(place) {
  try {
    return JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).version;
  } catch {
    return '0';
  }
}

/** @param {string} version */
function isEnough(version) {
  return Number.parseInt(version, 10) >= wanted;
}
