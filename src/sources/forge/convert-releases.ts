import type { z } from 'zod';
import { oneLine, shorten } from '../../lib/text/text.ts';
import { toIsoUtc } from '../../lib/time/clock.ts';
import { readVersionHeading } from '../changelog/version-heading.ts';
import { readOutline } from '../markdown/outline.ts';
import { notesOf } from '../markdown/references.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { repositoryOfPage } from '../markdown/repository-links.ts';
import { withAddresses } from '../markdown/resolve-addresses.ts';
import { fitTitle, idOf } from '../past/names.ts';
import type { Converted, Note, PastRelease, Sanitise } from '../past/past-release.ts';
import { isPreRelease, preReleaseWord } from '../past/pre-release.ts';
import { linkTo } from '../past-rows.ts';
import { readText } from '../text/read-text.ts';
import { entryId, type Forge } from './forge.ts';
import { assetsOf, explain, type ForgeRelease, NumberedRelease } from './forge-release.ts';
import { leaveUnsorted, sortGenerated } from './generated-notes.ts';

/** Reads a release of a forge, in the form of GitHub's API or in another one. */
export type ReleaseSchema = z.ZodType<ForgeRelease>;

interface ConvertOptions {
  forge: Pick<Forge, 'prefix' | 'links'>;
  sanitise: Sanitise;
  schema?: ReleaseSchema | undefined;
  /** Ids that entries have instead of their own, because their releases were made again. */
  firstIds?: ReadonlyMap<string, string> | undefined;
  /**
   * Project of all releases. If it is not set, a tag such as `package@1.0.0` names the project of
   * its release.
   */
  project?: string | undefined;
  /** Whether generated notes are sorted by type. The default is true. */
  sort?: boolean | undefined;
  /** Types of change for titles of sections in generated notes. */
  types?: Readonly<Record<string, string>> | undefined;
}

/**
 * Converts releases, keeping their order. Never throws: invalid rows and parts are left out and
 * reported.
 */
export function convertReleases(rows: readonly unknown[], options: ConvertOptions): Converted {
  const { schema = NumberedRelease, firstIds } = options;
  const notes: Note[] = [];
  let leftOut = 0;
  // Keyed by id, because the same release may be on two pages if releases are added while the pages
  // are read.
  const releases = new Map<string, PastRelease>();
  for (const [index, row] of rows.entries()) {
    const parsed = schema.safeParse(row);
    if (!parsed.success) {
      leftOut += 1;
      notes.push({
        what: `${nameOf(row, index)}: left out, as ${explain(parsed.error).why}`,
        isLeftOut: true,
      });
      continue;
    }
    const release = toRelease(parsed.data, options, notes);
    const id = firstIds?.get(release.id) ?? release.id;
    releases.set(id, { ...release, id });
  }
  return { releases: [...releases.values()], notes, leftOut };
}

function toRelease(row: ForgeRelease, options: ConvertOptions, notes: Note[]): PastRelease {
  const { prefix, links } = options.forge;
  const written = row.body ?? '';
  const sorted =
    options.sort === false ? leaveUnsorted(written) : sortGenerated(written, options.types);
  const repository = repositoryOfPage(row.html_url, links);
  const sanitise = withAddresses(options.sanitise, repository, { tag: row.tag_name });
  const reading = { breaksLines: true, repository };
  const { blocks, references } = readOutline(sorted.body, reading);
  const { body, changes } = readText(blocks, { sanitise, references, ownTypes: sorted.titles });
  // Below the last heading of the body, but no part of its section.
  const end = renderMarkdown(sorted.newcomers, { ...reading, sanitise }).html;
  const assets = assetsOf(row, prefix);
  const unusable = row.assets.length - assets.length;
  const name = shorten(oneLine(row.tag_name), 100);
  notes.push(
    ...notesOf(references, 1).map(({ what, isLeftOut = false }) => ({
      what: `${name}: ${what}`,
      isLeftOut,
    })),
  );
  if (written.length < 400 && pointsElsewhere.test(written.trim()))
    notes.push({
      what: `${name}: only points to another text; if that is a file of the repository, list it in sources.yaml, as in "- changelog: CHANGELOG.md"`,
    });
  if (unusable > 0)
    notes.push({
      what: `${name}: left out ${unusable} of its assets, because they are incomplete or have no usable address`,
    });
  const at = toIsoUtc(row.published_at ?? row.created_at);
  const tag = readTagName(row.tag_name);
  return {
    id: entryId(options.forge, row.id),
    title: fitTitle(row.name ?? '', row.tag_name),
    version: tag.version,
    project: options.project ?? tag.package,
    isPreRelease: row.prerelease || isPreRelease(tag.version ?? ''),
    state: row.draft ? 'draft' : 'released',
    at,
    updatedAt: row.updated_at ? toIsoUtc(row.updated_at) : at,
    text: { body: [body, end].filter(Boolean).join('\n'), changes },
    attachments: [
      ...(sorted.comparison ? [linkTo(sorted.comparison.url, sorted.comparison.title)] : []),
      ...assets,
    ],
    contributors: contributorsOf(row, sorted.authors, prefix),
  };
}

/** A short text that is nothing but a reference to a changelog. */
const pointsElsewhere =
  /^[^\n]{0,40}\b(?:see|read|refer to|in|at)\b(?!.*^\s?[-*+] ).{0,80}change(?:s|log)\b.{0,200}$/ims;

/** The author of a release, and then the authors of its pull requests. */
function contributorsOf({ author }: ForgeRelease, names: readonly string[], prefix: string) {
  const others = names
    .filter((name) => name !== author?.login)
    .map((name) => ({ id: idOf(`${prefix}-login`, name), name, avatar_url: null }));
  if (!author) return others;
  const { id, login, avatar_url: picture } = author;
  const name = oneLine(login) || `user ${id}`;
  return [{ id: `${prefix}-user-${id}`, name, avatar_url: picture ?? null }, ...others];
}

function nameOf(row: unknown, index: number): string {
  const { tag_name } = (row ?? {}) as { tag_name?: unknown };
  return typeof tag_name === 'string' ? shorten(oneLine(tag_name), 100) : `release ${index + 1}`;
}

/**
 * Parses a tag such as `v1.0.0`, `@a/b@1.0.0`, `b-v1.0.0`, `b/v1.0.0` or `release/1.0`. `package` is
 * null if the tag names no package.
 */
function readTagName(tag: string) {
  const whole = readVersionHeading(tag);
  if (whole?.version !== undefined)
    return { version: whole.version, package: whole.package ?? null };
  const [, before = '', after = ''] = beforeVersion.exec(tag) ?? [];
  // Adds a `v`, because a single number, as in `b@1`, only counts as a version with a `v`.
  const { version } = readVersionHeading(after.replace(/^v?/i, 'v')) ?? {};
  // A word before the version, as in `nightly/v1.0.0`, may mark a pre-release. Then the whole tag
  // is the version.
  if (version === undefined || preReleaseWord.test(before))
    return { version: oneLine(tag) || null, package: null };
  return { version, package: noPackage.test(before) ? null : oneLine(before) || null };
}

/**
 * Splits a tag into a name and a version. In `docs-2` and `build/2`, the number has no `v` and
 * belongs to the name.
 */
const beforeVersion = /^(.{1,200})(?:@|-(?=v)|\/(?=v|\d+\.))(v?\d.*)$/i;

const noPackage = /^(?:releases?|versions?|tags?)$/i;
