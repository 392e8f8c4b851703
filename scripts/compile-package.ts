import { existsSync, globSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import commands from '../bin/commands.json' with { type: 'json' };
import { filesBelow } from '../src/lib/files/files-below.ts';
import { codeFolder } from '../src/lib/files/places.ts';
import { WaymarkError } from '../src/model/errors.ts';
import { compileRenderer } from '../src/render/compile/renderer.ts';
import { bundlePackages } from './package/bundled.ts';
import { compile, declare } from './package/compile.ts';
import { run } from './terminal/run.ts';

// Compiles the checkout into `compiled/`, which replaces `src/` and `scripts/` in the package. Code
// for Node becomes JavaScript, because Node does not strip types in node_modules. The pages become a
// renderer. Sources that Vite reads, for other pages, are copied unchanged.

const target = 'compiled';

/** Folders and files below `src/` that are copied unchanged, because Vite or the desk reads them. */
const copied = [
  ...['collections', 'config', 'features', 'lib', 'model', 'pages', 'site', 'store'],
  ...['live.config.ts', 'render/routes', 'service/desk/desk.css', 'tools/mount'],
];

await run(async () => {
  await rm(target, { recursive: true, force: true });
  const exported = await exportedModules();
  const packaged = Object.entries(commands).flatMap(([name, command]) =>
    'only' in command ? [] : [`scripts/${name}.ts`],
  );
  const programs = globSync('src/**/processes/*.ts');
  const errors = [
    ...compile(['astro.config.mjs', ...packaged, ...programs, ...exported], target),
    ...declare(exported, join(target, 'types')),
  ];
  if (errors.length > 0) throw new WaymarkError(errors.join('\n'));
  await addContentTypes(join(target, 'types/src'));
  await writeWorkflow(join(target, 'changelog.yml'));
  await writeRenderer(resolve(target, 'renderer'));
  for (const name of copied.map((one) => join('src', one)))
    if (existsSync(name)) await cp(name, join(target, name), { recursive: true });
  await bundlePackages(target);
  return undefined;
});

/** The source modules that `exports` in package.json names. */
async function exportedModules(): Promise<string[]> {
  const { exports } = JSON.parse(await readFile('package.json', 'utf8'));
  return Object.values<{ default?: string }>(exports).flatMap(({ default: path }) =>
    path === undefined ? [] : [path.replace(`./${target}/`, '').replace(/\.js$/, '.ts')],
  );
}

/** Adds the types of `astro:content` to those of the package, because TypeScript copies no `.d.ts`. */
async function addContentTypes(folder: string): Promise<void> {
  const types = 'collections/astro-content.d.ts';
  await cp(join('src', types), join(folder, types));
  const own = join(folder, 'config/own-config.d.ts');
  const reference = `/// <reference path="../${types}" />\n`;
  await writeFile(own, reference + (await readFile(own, 'utf8')));
}

/** Compiles the pages, without the paths of this machine, which Astro writes into their code. */
async function writeRenderer(folder: string): Promise<void> {
  await compileRenderer(folder);
  for (const file of filesBelow(join(folder, 'server'))) {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(codeFolder, '/waymark/'));
  }
}

/** Writes the example CI workflow, adapted to projects that install Waymark as a package. */
async function writeWorkflow(file: string): Promise<void> {
  const text = await readFile('docs/examples/changelog.yml', 'utf8');
  await writeFile(
    file,
    text
      .replaceAll('uses: ./\n', 'uses: ./node_modules/waymark\n')
      .replace(/# 1\. Copy it.*$/m, '# 1. Set the three addresses below.')
      .replace(/^# {4}.*addresses below.*\n/m, '')
      .replace(/^ *# Not content\/.*\n/m, '')
      .replace(/^ *# Without what tests need.*\n/m, ''),
  );
}
