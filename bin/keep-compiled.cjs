'use strict';

// Loaded before each command. What Node makes of the code is there for the next start, which takes
// half as long: in the checkout, or in the project that the command works in.

const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const root = join(__dirname, '..');
const project = existsSync(join(root, 'src')) ? root : process.cwd();

enableCompileCache(join(project, '.cache/node'));
