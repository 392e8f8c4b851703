'use strict';

const { existsSync, readFileSync } = require('node:fs');

module.exports = { packageManagerOf };

/**
 * @typedef {object} PackageManager
 * @property {'npm' | 'pnpm' | 'yarn' | 'bun'} name
 * @property {string} run prefix for running a package's command that never fetches a package, such
 * as `npx --no`
 * @property {string[]} beforeInstall commands to run before packages are installed
 * @property {string} installInCi installs exactly what the lock file says
 * @property {boolean} canBringNode whether this manager can install a Node program with the package
 * `node`
 * @property {string} addNode sentence on how to add Node to a project; contains `VERSION` in place
 * of the version
 */

const lockFiles = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

/**
 * The package manager of the project in the working folder. Determined by package.json, else by the
 * lock file, else by the package manager that runs this process.
 * @param {Record<string, any>} manifest
 * @returns {PackageManager}
 */
function packageManagerOf({ packageManager, devDependencies }) {
  const [, locked] = Object.entries(lockFiles).find(([file]) => existsSync(file)) || [];
  const running = process.env.npm_config_user_agent;
  const named = [packageManager, locked, running].map(nameIn).find(Boolean);
  if (named === 'yarn') return yarn(isYarn1(packageManager));
  const manager = managers[named || 'npm'];
  if (!('waymark' in { ...devDependencies })) return manager;
  // CI has to install development dependencies if Waymark is one of them.
  const installInCi = manager.installInCi.replace(/ --(?:omit=dev|prod|production)$/, '');
  return { ...manager, installInCi };
}

/** @type {Record<'npm' | 'pnpm' | 'bun', PackageManager>} */
const managers = {
  npm: {
    name: 'npm',
    run: 'npx --no',
    beforeInstall: [],
    installInCi: 'npm ci --omit=dev',
    canBringNode: true,
    addNode: installs('npm install', 'npm rebuild node --ignore-scripts=false'),
  },
  pnpm: {
    name: 'pnpm',
    run: 'pnpm exec',
    beforeInstall: [],
    installInCi: 'pnpm install --frozen-lockfile --prod',
    canBringNode: true,
    addNode: installs('pnpm install', 'pnpm --config.ignore-scripts=false rebuild node'),
  },
  bun: {
    name: 'bun',
    run: 'bun run',
    beforeInstall: [],
    installInCi: 'bun install --frozen-lockfile --production',
    canBringNode: true,
    // bun has no command that runs scripts against the setting.
    addNode: installs('bun install', 'cd node_modules/node && node installArchSpecificPackage.js'),
  },
};

/** @param {boolean} isClassic whether this is Yarn 1 @returns {PackageManager} */
function yarn(isClassic) {
  return {
    name: 'yarn',
    run: 'yarn',
    // Builds need a node_modules folder, which Yarn's Plug'n'Play does not have.
    beforeInstall: existsSync('.pnp.cjs') ? ['yarn config set nodeLinker node-modules'] : [],
    installInCi: `yarn install ${isClassic ? '--frozen-lockfile' : '--immutable'}`,
    // The install script of the package `node` needs a Node to run on. Under Yarn, the command
    // `node` already refers to this package, which is not installed yet.
    canBringNode: false,
    addNode: 'Install Node VERSION on this machine first: Yarn cannot install Node.',
  };
}

/** @param {unknown} packageManager */
function isYarn1(packageManager) {
  if (nameIn(packageManager)) return /^yarn@1\b/.test(String(packageManager));
  if (existsSync('yarn.lock'))
    return readFileSync('yarn.lock', 'utf8').includes('yarn lockfile v1');
  return /^yarn\/1\b/.test(String(process.env.npm_config_user_agent));
}

/** @param {string} install @param {string} again runs the script of the package `node` */
function installs(install, again) {
  return `"${install}" installs this version. If scripts are ignored, also run "${again}".`;
}

/**
 * @param {unknown} text such as `pnpm@10.0.0` or `yarn/4.0.0 npm/? node/v24.0.0`
 * @returns {PackageManager['name'] | undefined}
 */
function nameIn(text) {
  const [name] = /^(?:npm|pnpm|yarn|bun)\b/.exec(String(text)) || [];
  return /** @type {PackageManager['name'] | undefined} */ (name);
}
