import { digest } from '../../lib/digest.ts';
import { oneLine } from '../../lib/text/text.ts';
import { isVisible } from '../../model/api/primitives.ts';
import type { ChangeRow } from '../../model/api/rows.ts';
import type { ChangeTypeEntry } from '../../model/content/content.ts';
import type { WorkspaceTypes } from '../parse/parse-workspace.ts';
import { assignSlugs, slugOf } from './slugs.ts';
import { colourOf } from './tables.ts';

export interface ChangeTypes {
  /** Slug of a change's type, whichever of its two forms it comes in; null where it has none. */
  resolve(change: ChangeRow): string | null;
  /** The types of changes that the workspace does not list, each in the form that counts. */
  unlisted(changes: readonly ChangeRow[]): ChangeTypeEntry[];
  /**
   * The types with these slugs: the workspace's in its own order, then the others by title, each
   * in the form that counts of those that are given.
   */
  table(used: ReadonlySet<string>, unlisted: readonly ChangeTypeEntry[]): ChangeTypeEntry[];
}

/** Brings both forms of a change (docs/api.md, "Release", `changes`) to one. */
export function changeTypes(workspace: WorkspaceTypes): ChangeTypes {
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
  const listed = ({ change_id, title }: ChangeRow): string | undefined =>
    (change_id ? byId.get(change_id) : undefined) ?? byTitle.get(fold(title ?? ''));

  return {
    resolve: (change) => {
      const { title } = change;
      return listed(change) ?? (title && isVisible(title) ? slugOfTitle(title) : null);
    },
    unlisted: (changes) =>
      oneOfEach(
        changes.flatMap((change): ChangeTypeEntry[] => {
          const { title, color } = change;
          if (listed(change) || !title || !isVisible(title)) return [];
          return [{ slug: slugOfTitle(title), title: oneLine(title), color: colourOf(color) }];
        }),
      ),
    table: (used, unlisted) => {
      const slugsOfOwn = new Set(own.map(({ entry }) => entry.slug));
      const others = oneOfEach(unlisted.filter(({ slug }) => !slugsOfOwn.has(slug)));
      return [...own.map(({ entry }) => entry), ...others].filter(({ slug }) => used.has(slug));
    },
  };
}

/** By slug; of several forms the least, so that the order in which rows come decides nothing. */
function oneOfEach(types: readonly ChangeTypeEntry[]): ChangeTypeEntry[] {
  const least = new Map<string, ChangeTypeEntry>();
  for (const type of types) {
    const other = least.get(type.slug);
    if (!other || formOf(type) < formOf(other)) least.set(type.slug, type);
  }
  return [...least.values()].toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** Of titles that only punctuation or accents tell apart, such as C and C++, each has its own slug. */
function slugOfTitle(title: string): string {
  const slug = slugOf(title, title);
  return slug === fold(title).replaceAll(' ', '-') ? slug : `${slug}-${digest(fold(title), 8)}`;
}

function formOf({ title, color }: ChangeTypeEntry): string {
  return `${color === null ? 1 : 0} ${title} ${color?.light}`;
}

function fold(title: string): string {
  return oneLine(title).toLowerCase();
}
