'use strict';

// Preloaded for each command. Caches compiled code in the checkout or in the working folder, which
// halves the time of the next start.

const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const root = join(__dirname, '..');
const project = existsSync(join(root, 'src')) ? root : process.cwd();

enableCompileCache(join(project, '.cache/node'));
