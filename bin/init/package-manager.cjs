'use strict';

const { existsSync } = require('node:fs');

module.exports = { packageManagerOf };

/**
 * @typedef {object} PackageManager
 * @property {'npm' | 'pnpm' | 'yarn'} name
 * @property {string} run goes before a command of a package
 * @property {boolean} linksPeers whether the project can import peers of its dependencies
 * @property {string[]} beforeInstall commands
 * @property {string[]} allowScripts commands that let the package `node` fetch its program
 * @property {string} installInCi installs what the lock file says
 * @property {boolean} canBringNode whether it can install the package `node` with its program
 * @property {string} addNode how a project gets Node, with `VERSION` for its version
 */

const lockFiles = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
};

/**
 * The package manager of the project in the working folder: the one that its manifest names, else
 * that of its lock file, else the one that runs this.
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
        '"pnpm add --save-dev node@VERSION" brings it along; where pnpm ignores scripts, "pnpm approve-builds" does then.',
    };
  if (named === 'yarn')
    return {
      name: 'yarn',
      run: 'yarn',
      linksPeers: false,
      // Builds need a folder of packages.
      beforeInstall: existsSync('.pnp.cjs') ? ['yarn config set nodeLinker node-modules'] : [],
      allowScripts: [],
      installInCi: 'yarn install --immutable',
      // Allowed or not: the script of that package runs `node`, which then is the package's own.
      canBringNode: false,
      addNode: 'Install Node VERSION on this machine first: Yarn cannot bring it along.',
    };
  return {
    name: 'npm',
    run: 'npx',
    linksPeers: true,
    beforeInstall: [],
    allowScripts: [],
    installInCi: 'npm ci --omit=dev',
    canBringNode: true,
    addNode:
      '"npm install --save-dev node@VERSION" brings it along; where npm ignores scripts, "npm rebuild node" does then.',
  };
}

/** @param {unknown} text such as `pnpm@10.0.0` or `yarn/4.0.0 npm/? node/v24.0.0` */
function nameIn(text) {
  return /^(?:npm|pnpm|yarn)\b/.exec(String(text))?.[0];
}
