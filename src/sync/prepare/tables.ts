import { oneLine } from '../../lib/text/text.ts';
import type { LabelRef, ProjectRef } from '../../model/api/rows.ts';
import { createPair } from '../../model/content/colour-pair.ts';
import type { ColourPair, LabelEntry, ProjectEntry } from '../../model/content/content.ts';
import { assignSlugs, slugOf } from './slugs.ts';

/**
 * Turns a hex code into a pair of colours that are legible in the light and in the dark theme. A
 * pair is returned unchanged; anything else gives null.
 */
export function colourOf(hex: string | ColourPair | null | undefined): ColourPair | null {
  if (typeof hex === 'object') return hex;
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex ?? '')?.[1]?.toLowerCase();
  if (!digits) return null;
  return createPair(`#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`);
}

/**
 * The table of the labels with the ids in `used`, sorted by name.
 * @param rows labels from releases and milestones, because the API has no list of labels
 * @param known labels from the content folder, for entries that were not read again
 */
export function buildLabelTable(
  used: ReadonlySet<string>,
  rows: readonly LabelRef[],
  known: readonly LabelEntry[],
): LabelEntry[] {
  const fullest = fullestById([...rows, ...known].filter(isNamed), used);
  const slugs = slugsFor(fullest, known);
  return fullest
    .map(({ id, name, color }) => ({
      id,
      slug: slugs.get(id) ?? slugOf(name, id),
      name: oneLine(name),
      color: colourOf(color),
    }))
    .toSorted(byName);
}

/** The table of the projects with the ids in `used`, sorted by name. */
export function buildProjectTable(
  used: ReadonlySet<string>,
  rows: readonly ProjectRef[],
  known: readonly ProjectEntry[],
): ProjectEntry[] {
  const fullest = fullestById([...rows, ...known].filter(isNamed), used);
  const slugs = slugsFor(fullest, known);
  return fullest
    .map(({ id, name }) => ({ id, slug: slugs.get(id) ?? slugOf(name, id), name: oneLine(name) }))
    .toSorted(byName);
}

type Named = { id: string; name: string; slug?: string | null | undefined };

/** Whether a row has a name. Rows without a name are not shown. */
function isNamed<T extends { name?: string | null | undefined }>(row: T): row is T & Named {
  return typeof row.name === 'string';
}

/**
 * Keeps one row for each id: the row with the most fields, or the first if several have as many.
 */
function fullestById<T extends Named>(rows: readonly T[], used: ReadonlySet<string>): T[] {
  const fullest = new Map<string, T>();
  for (const row of rows) {
    if (!used.has(row.id)) continue;
    const best = fullest.get(row.id);
    if (!best || fields(row) > fields(best)) fullest.set(row.id, row);
  }
  return [...fullest.values()];
}

function fields(row: object): number {
  return Object.values(row).filter((value) => value !== null && value !== undefined).length;
}

function slugsFor(rows: readonly Named[], known: readonly { id: string; slug: string }[]) {
  return assignSlugs(
    rows.map(({ id, name, slug }) => ({ id, title: name, slug: slug ?? null, since: '' })),
    new Map(known.map(({ id, slug }) => [slug, id])),
  );
}

function byName(a: Named, b: Named): number {
  return a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1);
}
