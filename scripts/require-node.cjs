// Loaded before each command, by whatever Node npm found: one that is too old for the code, or that
// lacks its packages, would fail with a stack that tells nobody what to do.
const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const wanted = 24;
const { node } = process.versions;

if (Number.parseInt(node, 10) < wanted)
  stop(
    `Waymark runs on Node ${wanted}, and this is ${node}. "npm ci" brings the right one along; where npm ignores scripts, "npm rebuild node" does.`,
  );
if (!existsSync(join(__dirname, '../node_modules/commander')))
  stop('The packages that Waymark needs are not there. Run "npm ci" first.');

// What Node makes of the code is there for the next start, which takes half as long.
enableCompileCache(join(__dirname, '../.cache/node'));

/** @param {string} why */
function stop(why) {
  console.error(why);
  process.exit(1);
}
