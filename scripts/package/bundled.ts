import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import own from '../../package.json' with { type: 'json' };
import { filesBelow } from '../../src/lib/files/files-below.ts';
import { installed, onDemand } from './manifest.ts';

/** Packages whose code the package contains, because installing them takes longer than a build. */
export const bundled = Object.keys(own.dependencies).filter(
  (name) => ![...installed, ...onDemand].some((one) => one === name),
);

const imports = new RegExp(
  `(?<=\\b(?:from|import)[ (]*)(["'])((?:${bundled.join('|')})(?:/[^"']+)?)\\1`,
  'g',
);

/**
 * Bundles these packages into the compiled package, with the licences of all code in them, and makes
 * all modules there import the bundles.
 */
export async function bundlePackages(target: string): Promise<void> {
  const entries = resolve(target, 'entries');
  const folder = resolve(target, 'bundled');
  const paths = new Map<string, string>();
  for (const file of filesBelow(target)) {
    const text = await readFile(file, 'utf8');
    const changed = text.replace(imports, (_import, _quote, name: string) => {
      const path = `${name.replaceAll('/', '-').replace(/\.js$/, '')}.js`;
      paths.set(name, path);
      return JSON.stringify(relative(dirname(file), join(folder, path)));
    });
    if (changed !== text) await writeFile(file, changed);
  }
  await mkdir(entries);
  for (const [name, path] of paths) await writeFile(join(entries, path), await entryOf(name));
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: [...installed] },
    build: {
      ssr: true,
      outDir: folder,
      rolldownOptions: {
        input: [...paths.values()].map((path) => join(entries, path)),
        // Some packages use the names of their classes.
        output: { minify: true, keepNames: true },
      },
    },
  });
  await rm(entries, { recursive: true });
  await writeFile(join(folder, 'LICENSES.txt'), await licences(bundled));
}

/** A module that exports what Node exports of a package, because some packages are CommonJS. */
async function entryOf(name: string): Promise<string> {
  const names = Object.keys(await import(name)).filter((one) => /^[\w$]+$/.test(one));
  return `export { ${names.join(', ')} } from ${JSON.stringify(name)};\n`;
}

/** The licences of packages and of their dependencies, because a file may contain these as well. */
async function licences(packages: string[]): Promise<string> {
  const manifests = new Set(packages.map((name) => findPackageJSON(name, import.meta.url)));
  const texts: string[] = [];
  for (const manifest of manifests) {
    if (manifest === undefined) continue;
    const folder = dirname(manifest);
    const own = JSON.parse(await readFile(manifest, 'utf8'));
    // A package may have another version of a dependency than the others.
    for (const other of Object.keys(own.dependencies ?? {}))
      manifests.add(findPackageJSON(other, pathToFileURL(manifest)));
    const files = filesBelow(folder).filter((file) =>
      /^(?:licen[cs]e|notice|copying|ofl)\b/i.test(relative(folder, file)),
    );
    const parts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    const author = own.author?.name ?? own.author ?? 'its contributors';
    const source = `https://www.npmjs.com/package/${own.name}/v/${own.version}`;
    const about = `${own.name} ${own.version}, by ${author}`;
    texts.push([about, `License: ${own.license}`, `Source: ${source}`, ...parts].join('\n\n'));
  }
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
