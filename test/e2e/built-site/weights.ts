import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Brotli-compressed bytes of a page's HTML together with its style sheets. */
export async function weightToRead(site: string, html: string): Promise<number> {
  const sheets = filesIn(html, /<link rel="stylesheet" href="\/([^"]+)"/g);
  return brotliCompressSync(html).byteLength + (await weightOf(site, sheets));
}

/** Brotli-compressed bytes of all scripts that a page loads, with their static imports. */
export async function weightOfScripts(site: string, html: string): Promise<number> {
  const scripts = new Set(filesIn(html, /<script[^>]* src="\/([^"]+)"/g));
  for (const path of scripts) {
    const code = await readFile(join(site, path), 'utf8');
    for (const imported of filesIn(code, /\b(?:from|import)\s*["'](\.[^"']+)["']/g))
      scripts.add(posix.join(dirname(path), imported));
  }
  return weightOf(site, scripts);
}

/** Bytes of every font of the site, by file name. */
export async function weightOfFaces(site: string): Promise<Record<string, number>> {
  const folder = join(site, '_astro');
  const faces = (await readdir(folder)).filter((file) => file.endsWith('.woff2'));
  const sizes = await Promise.all(faces.map(async (file) => (await stat(join(folder, file))).size));
  return Object.fromEntries(faces.map((file, index) => [file, sizes[index] ?? 0]));
}

function filesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, path]) => path ?? '');
}

/** Brotli-compressed bytes of files of the site. */
export async function weightOf(site: string, paths: Iterable<string>): Promise<number> {
  const weights = await Promise.all([...paths].map((path) => weightOfFile(join(site, path))));
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** Weights by path. Compressing takes long, and most pages load the same files. */
const weights = new Map<string, Promise<number>>();

function weightOfFile(file: string): Promise<number> {
  const weight =
    weights.get(file) ?? readFile(file).then((it) => brotliCompressSync(it).byteLength);
  weights.set(file, weight);
  return weight;
}
