import { existsSync, globSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import commands from '../bin/commands.json' with { type: 'json' };
import own from '../package.json' with { type: 'json' };
import { filesBelow } from '../src/lib/files/files-below.ts';
import { codeFolder } from '../src/lib/files/places.ts';
import { WaymarkError } from '../src/model/errors.ts';
import { compileRenderer } from '../src/render/compile/renderer.ts';
import { bundlePackages } from './package/bundled.ts';
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
  const packaged = Object.entries(commands).flatMap(([name, command]) =>
    'only' in command ? [] : [`scripts/${name}.ts`],
  );
  const exported = Object.values(own.exports).flatMap((one) =>
    typeof one === 'string' ? [] : [one.default.replace(`./${target}/`, '').replace(/js$/, 'ts')],
  );
  const code = ['astro.config.mjs', ...packaged, ...globSync('src/**/processes/*.ts'), ...exported];
  compile(code, { outDir: target, removeComments: true });
  await writeWorkflow(join(target, 'changelog.yml'));
  await writeRenderer(resolve(target, 'renderer'));
  for (const name of copied.map((one) => join('src', one)))
    if (existsSync(name)) await cp(name, join(target, name), { recursive: true });
  await bundlePackages(target);
  compile(['src/env.d.ts', ...exported], {
    declaration: true,
    emitDeclarationOnly: true,
    declarationDir: join(target, 'types'),
  });
  await addContentTypes(join(target, 'types/src'));
});

/** Compiles modules and their imports, without checking types. @throws WaymarkError */
function compile(files: readonly string[], compilerOptions: object): void {
  const own = { extends: './tsconfig.json', files, compilerOptions };
  const { options } = ts.parseJsonConfigFileContent(own, ts.sys, '.', {
    noCheck: true,
    noEmit: false,
    rewriteRelativeImportExtensions: true,
    rootDir: process.cwd(),
  });
  const host = ts.createCompilerHost(options);
  const { diagnostics } = ts.createProgram(files, options, host).emit();
  if (diagnostics.length > 0) throw new WaymarkError(ts.formatDiagnostics(diagnostics, host));
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
