import { oneLine, signsInWords } from '../../lib/text/text.ts';
import { createPair } from '../../model/content/colour-pair.ts';
import type { ColourPair, LabelEntry, ProjectEntry } from '../../model/content/content.ts';
import { assignSlugs } from './slugs.ts';

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

/** A label or project as releases, milestones and the content folder have it. */
interface Row {
  id: string;
  name?: string | null | undefined;
  slug?: string | null | undefined;
  color?: string | ColourPair | null | undefined;
}

/**
 * The table of the labels with the ids in `used`, sorted by name.
 * @param rows labels from releases and milestones, because the API has no list of labels
 * @param known labels from the content folder, for entries that were not read again
 */
export function buildLabelTable(
  used: ReadonlySet<string>,
  rows: readonly Row[],
  known: readonly (Row & { slug: string })[],
): LabelEntry[] {
  const fullest = fullestById([...rows, ...known].filter(isNamed), used);
  const current = new Map(known.map(({ id, slug }) => [id, slug]));
  const slugs = assignSlugs(
    fullest.map(({ id, name, slug }) => ({
      id,
      title: signsInWords(name),
      slug: slug ?? current.get(id) ?? null,
      since: '',
    })),
    new Map(known.map(({ id, slug }) => [slug, id])),
  );
  return fullest
    .map(({ id, name, color }) => ({
      id,
      slug: slugs.get(id) ?? '',
      name: oneLine(name),
      color: colourOf(color),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1));
}

/** The table of the projects with the ids in `used`, sorted by name. */
export function buildProjectTable(...table: Parameters<typeof buildLabelTable>): ProjectEntry[] {
  return buildLabelTable(...table).map(({ id, slug, name }) => ({ id, slug, name }));
}

/** Whether a row has a name. Rows without a name are not shown. */
function isNamed(row: Row): row is Row & { name: string } {
  return typeof row.name === 'string';
}

/**
 * Keeps one row for each id: the row with the most fields, or the first if several have as many.
 */
function fullestById<T extends Row>(rows: readonly T[], used: ReadonlySet<string>): T[] {
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
