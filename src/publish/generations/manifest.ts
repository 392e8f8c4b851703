import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { isMissing } from '../../lib/files/missing.ts';
import { toJsonText } from '../../lib/json.ts';
import { toIsoUtc } from '../../lib/time/clock.ts';
import { digestOfIndex, indexFiles } from './file-index.ts';
import { withoutCompression } from './own-files.ts';
import { hashedFolder } from './site-paths.ts';

/** The manifest of a generation. It is kept outside the generation's folder, which is public. */
const Manifest = z.object({
  /** Digest of the built files. */
  digest: z.string(),
  /** Addresses of the generation's releases and milestones, relative to the site's address. */
  entries: z.array(z.string()),
  pages: z.array(z.string()),
  /** Style sheets, scripts and fonts of this generation that have a hash in their name. */
  hashed: z.array(z.string()),
  /**
   * Style sheets, scripts and fonts of earlier generations that have a hash in their name, each
   * with the time until which it stays available.
   */
  carried: z.record(z.string(), z.iso.datetime()),
});
export type Manifest = z.infer<typeof Manifest>;

/**
 * Creates the manifest of a site.
 * @param paths paths of all files of the site
 */
export function describeSite(
  paths: Iterable<string>,
  digest: string,
  entries: readonly string[],
): Manifest {
  const files = [...paths];
  return {
    digest,
    entries: [...entries],
    // Pages are listed by the address that readers see, such as `releases/a/`.
    pages: files
      .filter((path) => path.endsWith('.html'))
      .map((path) => path.replace(/(^|\/)index\.html$/, '$1')),
    hashed: files.filter((path) => path.startsWith(hashedFolder)),
    carried: {},
  };
}

/**
 * Creates the manifest of a site whose entries are unknown, so each page counts as an entry.
 * Compressed versions of files are left out.
 */
export async function describeFolder(folder: string): Promise<Manifest> {
  const found = await indexFiles(folder);
  const index = new Map([...found].filter(([path]) => !found.has(withoutCompression(path) ?? '')));
  const manifest = describeSite(index.keys(), digestOfIndex(index), []);
  return { ...manifest, entries: manifest.pages };
}

/** The name of a generation, `<time>-<digest>`. Names sort by time. */
export function generationName(time: Date, digest: string): string {
  return `${toIsoUtc(time).replace(/[-:.]/g, '')}-${digest.slice(0, 12)}`;
}

const namePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[0-9a-f]{12}$/;

export function isName(text: string): boolean {
  return namePattern.test(text);
}

/** The time in a generation's name. */
export function timeOf(name: string): Date {
  return new Date(name.replace(namePattern, '$1-$2-$3T$4:$5:$6.$7Z'));
}

export function manifestFile(generations: string, name: string): string {
  return join(generations, `${name}.json`);
}

/** A generation's manifest; undefined if it is missing or invalid. */
export async function readManifest(
  generations: string,
  name: string,
): Promise<Manifest | undefined> {
  try {
    return Manifest.parse(JSON.parse(await readFile(manifestFile(generations, name), 'utf8')));
  } catch (error) {
    const unreadable = error instanceof SyntaxError || error instanceof z.ZodError;
    if (unreadable || isMissing(error)) return undefined;
    throw error;
  }
}

export function writeManifest(
  generations: string,
  name: string,
  manifest: Manifest,
): Promise<void> {
  return writeFileAtomically(manifestFile(generations, name), toJsonText(manifest));
}
