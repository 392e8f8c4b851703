import { digest } from '../../lib/digest.ts';
import { foldName, oneLine } from '../../lib/text/text.ts';
import { isVisible } from '../../model/api/primitives.ts';
import type { ChangeRow } from '../../model/api/rows.ts';
import type { ChangeTypeEntry } from '../../model/content/content.ts';
import type { WorkspaceTypes } from '../read/parse/parse-workspace.ts';
import { assignSlugs, makeSlug } from './slugs.ts';
import { readColour } from './tables.ts';

export type ChangeTypes = ReturnType<typeof createChangeTypes>;

/**
 * Finds the types of changes. A change has the id or the title of its type (docs/api.md, "Release",
 * `changes`).
 */
export function createChangeTypes(workspace: WorkspaceTypes) {
  const rows = workspace.release_change_types ?? [];
  // A type with an invalid id is identified by its title, like a type that the workspace does not
  // list.
  const keyOf = ({ id, title }: (typeof rows)[number]) => id ?? title;
  const claims = rows.map((row) => {
    const [id, title] = [keyOf(row), row.title];
    return { id, title, slug: makeSlug(title, id), since: '' };
  });
  const slugs = assignSlugs(claims, new Map());
  const own = rows.map((row): ChangeTypeEntry => {
    const { id, title, color } = row;
    const slug = slugs.get(keyOf(row)) ?? '';
    return { ...(id && { id }), slug, title: oneLine(title), color: readColour(color) };
  });
  const byTitle = new Map(own.map(({ title, slug }) => [foldName(title), slug]));
  const listed = ({ change_id, title }: ChangeRow): string | undefined =>
    slugs.get(change_id ?? '') ?? byTitle.get(foldName(title ?? ''));

  return {
    /** Slug of a change's type; null if the change has no type. */
    resolve: (change: ChangeRow) => {
      const { title } = change;
      return listed(change) ?? (title && isVisible(title) ? makeTitleSlug(title) : null);
    },
    /** Types that these changes use but the workspace does not list, each slug once. */
    unlisted: (changes: readonly ChangeRow[]) =>
      pickOnePerSlug(
        changes.flatMap((change): ChangeTypeEntry[] => {
          const { title, color } = change;
          if (listed(change) || !title || !isVisible(title)) return [];
          return [{ slug: makeTitleSlug(title), title: oneLine(title), color: readColour(color) }];
        }),
      ),
    /**
     * The types with these slugs, each once: first the workspace's types in their order, then the
     * unlisted types sorted by slug.
     */
    table: (used: ReadonlySet<string>, unlisted: readonly ChangeTypeEntry[]): ChangeTypeEntry[] => {
      const slugsOfOwn = new Set(own.map(({ slug }) => slug));
      const others = pickOnePerSlug(unlisted.filter(({ slug }) => !slugsOfOwn.has(slug)));
      return [...own, ...others].filter(({ slug }) => used.has(slug));
    },
  };
}

/**
 * Keeps one type for each slug: the first by colour and title, so that the order of rows does not
 * matter.
 */
function pickOnePerSlug(types: readonly ChangeTypeEntry[]): ChangeTypeEntry[] {
  const least = new Map<string, ChangeTypeEntry>();
  for (const type of types) {
    const other = least.get(type.slug);
    if (!other || describeForm(type) < describeForm(other)) least.set(type.slug, type);
  }
  return [...least.values()].toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** Titles that differ only in punctuation or accents, such as C and C++, get different slugs. */
function makeTitleSlug(title: string): string {
  const slug = makeSlug(title, title);
  return slug === foldName(title).replaceAll(' ', '-')
    ? slug
    : `${slug}-${digest(foldName(title), 8)}`;
}

function describeForm({ title, color }: ChangeTypeEntry): string {
  return `${color === null ? 1 : 0} ${title} ${color?.light}`;
}
