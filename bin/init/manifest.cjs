'use strict';

const { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { basename, join, resolve } = require('node:path');
const { packageManagerOf } = require('./package-manager.cjs');

module.exports = { withManifest };

/** @typedef {import('./package-manager.cjs').PackageManager} PackageManager */

const file = 'package.json';

/**
 * Merges Waymark's dependencies and settings into the contents of package.json. `write` saves the
 * result.
 * @param {string} root Waymark's folder
 * @param {number | undefined} node the Node version to add as a package, if the running one is too
 * old
 * @returns {{ problem: string } | { problem?: undefined, isModule: boolean, manager:
 * PackageManager, commands: string[], write(): string[] }}
 */
function withManifest(root, node) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const given = text === undefined ? {} : parsed(text);
  if (given === undefined)
    return {
      problem: `${file} is not a JSON object. Nothing was written. Fix the file, then run this again.`,
    };
  const own = parsed(readFileSync(join(root, file), 'utf8')) || {};
  /** @type {Record<string, any>} */
  const wanted = { ...(text === undefined && begun()), ...given };
  if (wanted.type === undefined && !hasCode(given)) wanted.type = 'module';
  const group = 'waymark' in { ...given.devDependencies } ? 'devDependencies' : 'dependencies';
  const manager = packageManagerOf(given);
  const broughtNode = manager.canBringNode ? node : undefined;
  const added = missingDependencies(given, own, broughtNode);
  if (Object.keys(added).length > 0) wanted[group] = { ...given[group], ...added };
  if ('node' in added) Object.assign(wanted, allowNode(given, manager));
  // Yarn chooses Astro's Vite without regard to Waymark's range.
  if (manager.name === 'yarn')
    wanted.resolutions = { 'astro/vite': own.peerDependencies.vite, ...given.resolutions };
  return {
    isModule: wanted.type === 'module',
    manager,
    commands: nextCommands(added, manager),
    write: () => write(text, wanted),
  };
}

/**
 * Whether a project may have `.js` files that are CommonJS, which `"type": "module"` would break.
 * @param {Record<string, any>} given package.json
 */
function hasCode(given) {
  const fields = ['main', 'exports', 'bin', 'scripts', 'workspaces'];
  return (
    fields.some((name) => name in given) || readdirSync('.').some((name) => name.endsWith('.js'))
  );
}

function begun() {
  const name = basename(resolve('.'))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-');
  return { name: name.replace(/^-+|-+$/g, '') || 'changelog', private: true };
}

/**
 * @param {Record<string, any>} given @param {Record<string, any>} own Waymark's package.json
 * @param {number | undefined} node the Node version to add
 */
function missingDependencies(given, own, node) {
  const wanted = {
    waymark: `^${own.version}`,
    ...(node !== undefined && { node: `^${node}.0.0` }),
  };
  const there = { ...given.dependencies, ...given.devDependencies, ...given.optionalDependencies };
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => !(name in there)));
}

/**
 * Fields that allow the install script of the package `node`. For pnpm, see `builds.cjs`.
 * @param {Record<string, any>} given @param {PackageManager} manager
 */
function allowNode({ allowScripts, trustedDependencies = [] }, { name }) {
  if (name === 'npm') return { allowScripts: { node: true, ...allowScripts } };
  return name === 'bun'
    ? { trustedDependencies: [...new Set([...trustedDependencies, 'node'])] }
    : {};
}

/** @param {Record<string, unknown>} added @param {PackageManager} manager */
function nextCommands(added, { name, run, beforeInstall }) {
  const start = `${run} waymark`;
  const needsInstall = Object.keys(added).length + beforeInstall.length > 0;
  if (!needsInstall) return [start];
  return [...beforeInstall, `${name} install`, start];
}

/** @param {string | undefined} before @param {Record<string, unknown>} wanted @returns {string[]} */
function write(before, wanted) {
  const indent = (before && /^[ \t]+(?=")/m.exec(before)?.[0]) || '  ';
  const text = `${JSON.stringify(wanted, null, indent)}\n`;
  if (before !== undefined && JSON.stringify(parsed(before)) === JSON.stringify(wanted))
    return [`Unchanged: ${file}`];
  writeFileSync(`${file}.next`, text);
  renameSync(`${file}.next`, file);
  const changed = Object.keys(wanted).filter(
    (key) => JSON.stringify(wanted[key]) !== JSON.stringify(parsed(before ?? '{}')?.[key]),
  );
  return [before === undefined ? `Wrote ${file}` : `Added to ${file}: ${changed.join(', ')}`];
}

/** @param {string} text @returns {Record<string, any> | undefined} */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
