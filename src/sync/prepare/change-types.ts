import { digest } from '../../lib/digest.ts';
import { oneLine } from '../../lib/text/text.ts';
import { isVisible } from '../../model/api/primitives.ts';
import type { ApiWorkspace, ChangeRow } from '../../model/api/rows.ts';
import type { WorkspaceEntry } from '../../model/content/content.ts';
import { assignSlugs, slugOf } from './slugs.ts';
import { colourOf } from './tables.ts';

type TypeEntry = WorkspaceEntry['change_types'][number];

export interface ChangeTypes {
  /** Slug of a change's type, whichever of its two forms it comes in; null where it has none. */
  resolve(change: ChangeRow): string | null;
  /** The types with these slugs: the workspace's in its own order, then the others by title. */
  table(used: ReadonlySet<string>, known: readonly TypeEntry[]): TypeEntry[];
}

/** Brings both forms of a change (docs/api.md, "Release", `changes`) to one. */
export function changeTypes(workspace: ApiWorkspace): ChangeTypes {
  // One whose id is of no use is known by its title, like those that the workspace does not list.
  const rows = (workspace.release_change_types ?? []).map(({ id, ...row }) => ({
    ...row,
    key: id ?? row.title,
    identity: id ? { id } : {},
  }));
  const slugs = assignSlugs(
    rows.map(({ key, title }) => ({ id: key, title, slug: slugOf(title, key), since: '' })),
    new Map(),
  );
  const own = rows.map(({ key, identity, title, color }) => ({
    key,
    entry: {
      ...identity,
      slug: slugs.get(key) ?? slugOf(title, key),
      title: oneLine(title),
      color: colourOf(color),
    },
  }));
  const byId = new Map(own.map(({ key, entry }) => [key, entry.slug]));
  const byTitle = new Map(own.map(({ entry }) => [fold(entry.title), entry.slug]));
  const others = new Map<string, TypeEntry>();

  const resolveTitle = (title: string, color: ChangeRow['color']): string => {
    const named = byTitle.get(fold(title));
    if (named) return named;
    const entry = { slug: slugOfTitle(title), title: oneLine(title), color: colourOf(color) };
    const other = others.get(entry.slug);
    // Rows come in any order; the table is the same for the same rows.
    if (!other || formOf(entry) < formOf(other)) others.set(entry.slug, entry);
    return entry.slug;
  };

  return {
    resolve: ({ change_id, title, color }) => {
      const known = change_id ? byId.get(change_id) : undefined;
      return known ?? (title && isVisible(title) ? resolveTitle(title, color) : null);
    },
    table: (used, known) => {
      const table = new Map<string, TypeEntry>(own.map(({ entry }) => [entry.slug, entry]));
      const more = [...others.values(), ...known].toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
      for (const entry of more) if (!table.has(entry.slug)) table.set(entry.slug, entry);
      return [...table.values()].filter(({ slug }) => used.has(slug));
    },
  };
}

/** Of titles that only punctuation or accents tell apart, such as C and C++, each has its own slug. */
function slugOfTitle(title: string): string {
  const slug = slugOf(title, title);
  return slug === fold(title).replaceAll(' ', '-') ? slug : `${slug}-${digest(fold(title), 8)}`;
}

function formOf({ title, color }: TypeEntry): string {
  return `${color === null ? 1 : 0} ${title} ${color?.light}`;
}

function fold(title: string): string {
  return oneLine(title).toLowerCase();
}
