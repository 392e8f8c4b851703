'use strict';

// Node loads this module before each command. It caches compiled code in the checkout or in the
// working folder. This saves 10 % of the CPU time of a build of 1,000 releases, and halves the
// start time of a command.

const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const root = join(__dirname, '..');
const project = existsSync(join(root, 'src')) ? root : process.cwd();

enableCompileCache(join(project, '.cache/node'));
