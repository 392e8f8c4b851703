import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fewOf } from '../../lib/text/text.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import { type FileIndex, statsIn } from '../generations/file-index.ts';
import { isCheckable, whyMalformed } from './well-formed.ts';

/** What the content demands of a site that is built from it. */
export interface SiteRequirements {
  /** Files that every site has, by their paths. */
  keyFiles: readonly string[];
  /** Addresses of all releases and milestones, below the site's own: `releases/a/`. */
  entries: readonly string[];
}

/** Of some files, in bytes, by path. */
type Sizes = ReadonlyMap<string, { size: number }>;

/** What is known of a copy. */
export interface CopyOf {
  built: Sizes;
  /** Of the copy itself. */
  index: FileIndex;
  /** Those of its files that were not part of a valid site before. */
  fresh: ReadonlySet<string>;
}

export type VerifyResult =
  | { kind: 'valid'; files: number }
  | { kind: 'invalid'; problems: string[] };

/**
 * Whether a site may go live: key files and a page of every entry are there, no file is empty,
 * and feeds, sitemaps and other files for machines can be parsed.
 * @param copy where it is a copy, and what is known of it is to be trusted
 */
export async function verifySite(
  folder: string,
  requirements: SiteRequirements,
  copy?: CopyOf,
): Promise<VerifyResult> {
  const files: Sizes = copy?.index ?? (await statsIn(folder));
  const demanded = [
    ...requirements.keyFiles,
    ...requirements.entries.map((path) => `${path}index.html`),
  ];
  const missing = demanded.filter((path) => !files.has(path));
  const problems = missing.map((path) => `${path} is missing`);
  for (const [path, { size }] of copy?.built ?? [])
    if (files.get(path)?.size !== size) problems.push(`${path} was not copied whole`);
  // Without waiting for each of thousands of small files, which takes longer than to read it.
  await forEachYielding(files, ([path, { size }]) => {
    if (!copy || copy.fresh.has(path)) problems.push(...flawsOf(folder, path, size));
  });
  return problems.length === 0
    ? { kind: 'valid', files: files.size }
    : { kind: 'invalid', problems };
}

function flawsOf(folder: string, path: string, size: number): string[] {
  // Files of the API's users are served as they are.
  if (path.startsWith('assets/')) return [];
  if (size === 0) return mayBeEmpty.test(path) ? [] : [`${path} is empty`];
  if (!isCheckable(path)) return [];
  const why = whyMalformed(path, readFileSync(join(folder, path), 'utf8'));
  return why ? [`${path} cannot be parsed (${why})`] : [];
}

/** In words: the first few problems, and how many more there are. */
export function problemsInWords(problems: readonly string[]): string {
  return `The new site is not fit to be shown: ${fewOf(problems, maxReported).join(', ')}.\nThe old one stays.`;
}

const maxReported = 8;

/** A site may have no colours, and files such as `.nojekyll` are empty. */
const mayBeEmpty = /^colours\.css$|(?:^|\/)\.[^/]+$/;
