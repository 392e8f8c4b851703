import { oneLine, signsInWords } from '../../lib/text/text.ts';
import { createPair } from '../../model/content/colour-pair.ts';
import type { ColourPair, LabelEntry, ProjectEntry } from '../../model/content/content.ts';
import { assignSlugs } from './slugs.ts';

/**
 * Turns a hex code into a pair of colours that are legible in the light and in the dark theme. A
 * pair is returned unchanged; anything else gives null.
 */
export function readColour(hex: string | ColourPair | null | undefined): ColourPair | null {
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
  const merged = mergeById(used, rows, known).filter(isNamed);
  const current = new Map(known.map(({ id, slug }) => [id, slug]));
  const slugs = assignSlugs(
    merged.map(({ id, name, slug }) => ({
      id,
      title: signsInWords(name),
      slug: slug ?? current.get(id) ?? null,
      since: '',
    })),
    new Map(known.map(({ id, slug }) => [slug, id])),
  );
  return merged
    .map(({ id, name, color }) => ({
      id,
      slug: slugs.get(id) ?? '',
      name: oneLine(name),
      color: readColour(color),
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
 * One row for each id. Each field is from the first new row that has it, because rows may have any
 * of the fields, or else from the content folder.
 */
function mergeById(used: ReadonlySet<string>, rows: readonly Row[], known: readonly Row[]): Row[] {
  const fresh = Map.groupBy(rows, ({ id }) => id);
  const stored = new Map(known.map((row) => [row.id, row]));
  return [...used].flatMap((id): Row[] => {
    const own = fresh.get(id) ?? [];
    const before = stored.get(id);
    const first = <F extends keyof Row>(field: F) =>
      own.map((row) => row[field]).find((value) => value !== null && value !== undefined);
    // Unlike a name, a colour can be taken away.
    const hasNoColour = own.some(({ color }) => color === null);
    return [
      {
        id,
        name: first('name') ?? before?.name,
        slug: first('slug') ?? before?.slug,
        color: first('color') ?? (hasNoColour ? null : before?.color),
      },
    ];
  });
}
