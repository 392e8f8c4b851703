import type { SiteFrame } from '../base/context.ts';
import type { FeedCategory } from './feed.ts';
import { tagUri } from './tag-uri.ts';

type CategoryKind = 'projects' | 'labels' | 'types' | 'statuses';

/**
 * Categories of an item. If several kinds have the same name, it appears once, with the scheme of
 * the first kind, because many feed readers ignore schemes.
 * @param names undefined names are skipped
 */
export function feedCategories(
  names: readonly (readonly [kind: CategoryKind, name: string | undefined])[],
  { workspace }: Pick<SiteFrame, 'workspace'>,
): FeedCategory[] {
  const byName = new Map<string, FeedCategory>();
  for (const [kind, name] of names)
    if (name !== undefined && !byName.has(name))
      byName.set(name, { name, scheme: tagUri(workspace, kind) });
  return [...byName.values()];
}
