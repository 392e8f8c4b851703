import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sax from 'sax';
import { dropForbidden, fewOf } from '../../lib/text/text.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import type { FileIndex } from '../generations/file-index.ts';

/** What a site must contain, according to its content. */
export interface SiteRequirements {
  /** Files that every site must contain. */
  keyFiles: readonly string[];
  /**
   * Addresses of all releases and milestones, relative to the site's address, such as
   * `releases/a/`.
   */
  entries: readonly string[];
}

/** Facts about a copy of a built site. */
export interface CopyOf {
  /** The built files by path, with their sizes in bytes. */
  built: ReadonlyMap<string, { size: number }>;
  /** Index of the copy. */
  index: FileIndex;
  /**
   * Files whose content needs checks, because they are new or changed since the last published
   * site.
   */
  fresh: ReadonlySet<string>;
}

/**
 * Checks whether a site may go live, and returns the problems. Key files and the pages of all
 * entries must exist and have content, and machine-readable files such as feeds and sitemaps must
 * parse. Other files may be empty, as their writer decides.
 */
export async function verifySite(
  folder: string,
  { keyFiles, entries }: SiteRequirements,
  { built, index, fresh }: CopyOf,
): Promise<string[]> {
  const required = [...keyFiles, ...entries.map((path) => `${path}index.html`)];
  const problems = required.flatMap((path) => {
    const size = index.get(path)?.size;
    return size ? [] : `${path} is ${size === 0 ? 'empty' : 'missing'}`;
  });
  for (const [path, { size }] of built)
    if (index.get(path)?.size !== size) problems.push(`${path} was not copied whole`);
  // Files are read synchronously, because this is faster for thousands of small files.
  await forEachYielding(index, ([path, { size }]) => {
    if (fresh.has(path)) problems.push(...flawsIn(folder, path, size));
  });
  return problems;
}

function flawsIn(folder: string, path: string, size: number): string[] {
  const check = checks[path.slice(path.lastIndexOf('.') + 1)];
  // Files that were uploaded to the API are served unchanged, so their content is not checked.
  if (path.startsWith('assets/') || size === 0 || !check) return [];
  const text = readFileSync(join(folder, path), 'utf8');
  try {
    check(text);
    return [];
  } catch (error) {
    return [`${path} cannot be parsed (${(error as Error).message.split('\n')[0]})`];
  }
}

/** Formats the first problems and the number of further ones. */
export function problemsInWords(problems: readonly string[]): string {
  return `The new site is not published, because it has problems: ${fewOf(problems, maxReported).join(', ')}.\nThe old site stays.`;
}

const maxReported = 8;

/** Checks of feeds, sitemaps and other machine-readable files, by the ends of their names. */
const checks: Record<string, (text: string) => void> = {
  xml: parseXml,
  json: JSON.parse,
  webmanifest: JSON.parse,
};

const strict: sax.SAXOptions & { strictEntities: boolean } = {
  // Allows only the five predefined entities of XML. The type definitions of sax lack the option.
  strictEntities: true,
  // Counting lines and columns takes a quarter of the time.
  position: false,
};

function parseXml(text: string): void {
  if (dropForbidden(text) !== text) throw new Error('a character that XML forbids');
  const parser = sax.parser(true, strict);
  parser.onerror = (error) => {
    throw error;
  };
  let elements = 0;
  parser.onopentagstart = () => {
    elements += 1;
  };
  parser.write(text).close();
  if (elements === 0) throw new Error('no element in it');
}
