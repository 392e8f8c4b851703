import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'vite';
import { filesBelow } from '../../src/lib/files/files-below.ts';

/**
 * Packages with large parts that no site needs, such as source maps, and the modules that are
 * imported. The package contains their code instead.
 */
export const bundled = {
  'colorjs.io': 'colorjs.io/dist/color-fn.min.js',
  satori: 'satori',
  sitemap: 'sitemap',
};

const imports = /(?<=\bfrom ?)(["'])(colorjs\.io|satori|sitemap)(?:\/[^"']+)?\1/g;

/**
 * Bundles these packages into the compiled package, with the licences of all code in them, and makes
 * the modules there import the bundles.
 */
export async function bundlePackages(target: string): Promise<void> {
  const folder = resolve(target, 'bundled');
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: { ssr: true, minify: true, outDir: folder, rolldownOptions: { input: bundled } },
  });
  await writeFile(join(folder, 'LICENSES.txt'), await licences(Object.keys(bundled)));
  for (const file of ['src', 'renderer/server'].flatMap((one) => filesBelow(join(target, one)))) {
    const text = await readFile(file, 'utf8');
    const changed = text.replace(imports, (_import, _quote, name) =>
      JSON.stringify(relative(dirname(file), join(folder, `${name}.js`))),
    );
    if (changed !== text) await writeFile(file, changed);
  }
}

/** The licences of packages and of their dependencies, because a file may contain these as well. */
async function licences(packages: string[]): Promise<string> {
  const names = new Set(packages);
  const texts: string[] = [];
  for (const name of names) {
    const folder = join('node_modules', name);
    const own = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    for (const other of Object.keys(own.dependencies ?? {})) names.add(other);
    const files = filesBelow(folder).filter((file) =>
      /^(?:licen[cs]e|notice|copying|ofl)\b/i.test(relative(folder, file)),
    );
    const parts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    const author = own.author?.name ?? own.author ?? 'its contributors';
    const source = `https://www.npmjs.com/package/${name}/v/${own.version}`;
    const about = `${name} ${own.version}, by ${author}`;
    texts.push([about, `License: ${own.license}`, `Source: ${source}`, ...parts].join('\n\n'));
  }
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
