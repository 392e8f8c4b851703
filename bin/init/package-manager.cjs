'use strict';

const { existsSync } = require('node:fs');

module.exports = { packageManagerOf };

/**
 * @typedef {object} PackageManager
 * @property {'npm' | 'pnpm' | 'yarn'} name
 * @property {string} run prefix for running a package's command, such as `npx --no`
 * @property {boolean} linksPeers whether the project can import peers of its dependencies
 * @property {string[]} beforeInstall commands to run before packages are installed
 * @property {string[]} allowScripts commands that allow the script of the package `node`
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
};

/**
 * The package manager of the project in the working folder. Determined by package.json, else by the
 * lock file, else by the package manager that runs this process.
 * @param {Record<string, any>} manifest
 * @returns {PackageManager}
 */
function packageManagerOf({ packageManager }) {
  const [, locked] = Object.entries(lockFiles).find(([file]) => existsSync(file)) || [];
  const running = process.env.npm_config_user_agent;
  const named = [packageManager, locked, running].map(nameIn).find(Boolean);
  if (named === 'pnpm')
    return {
      name: 'pnpm',
      run: 'pnpm exec',
      linksPeers: false,
      beforeInstall: [],
      allowScripts: ['pnpm approve-builds'],
      installInCi: 'pnpm install --frozen-lockfile --prod',
      canBringNode: true,
      addNode:
        '"pnpm install" installs this version. If pnpm ignores scripts, also run "pnpm approve-builds".',
    };
  if (named === 'yarn')
    return {
      name: 'yarn',
      run: 'yarn',
      linksPeers: false,
      // Builds need a node_modules folder, which Yarn's Plug'n'Play does not have.
      beforeInstall: existsSync('.pnp.cjs') ? ['yarn config set nodeLinker node-modules'] : [],
      allowScripts: [],
      installInCi: 'yarn install --immutable',
      // The install script of the package `node` needs a Node to run on. Under Yarn, the command
      // `node` already refers to this package, which is not installed yet.
      canBringNode: false,
      addNode: 'Install Node VERSION on this machine first: Yarn cannot install Node.',
    };
  return {
    name: 'npm',
    run: 'npx --no',
    linksPeers: true,
    beforeInstall: [],
    allowScripts: [],
    installInCi: 'npm ci --omit=dev',
    canBringNode: true,
    addNode:
      '"npm install" installs this version. If npm ignores scripts, also run "npm rebuild node --ignore-scripts=false".',
  };
}

/** @param {unknown} text such as `pnpm@10.0.0` or `yarn/4.0.0 npm/? node/v24.0.0` */
function nameIn(text) {
  return /^(?:npm|pnpm|yarn)\b/.exec(String(text))?.[0];
}
