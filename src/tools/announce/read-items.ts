import type { ReleaseListing } from '../../model/content/content.ts';
import { releaseMark } from '../../model/content/release-mark.ts';
import type { SiteContext } from '../../site/base/context.ts';
import type { ContentTables } from '../../store/read/read-tables.ts';
import type { Item } from './plan.ts';

/** The items of the content: its releases, and the corrections that need action. */
export function readItems(
  releases: readonly ReleaseListing[],
  { releaseLog, state }: Pick<ContentTables, 'releaseLog' | 'state'>,
  { projects, labels, workspace }: Pick<SiteContext, 'projects' | 'labels' | 'workspace'>,
): Item[] {
  const types = new Map(workspace.change_types.map(({ slug, title }) => [slug, title]));
  const byId = new Map(releases.map((one) => [one.id, toItem(one)]));
  const corrections = (releaseLog?.corrections ?? []).flatMap((correction): Item[] => {
    const { release, at, parts } = correction;
    const item = byId.get(release);
    if (!item || !parts.some((part) => part.kind === 'added' && part.action)) return [];
    return [{ ...item, id: `${release}@${at}`, name: `${item.name} @ ${at}`, at, correction }];
  });
  return [...byId.values(), ...corrections];

  function toItem(one: ReleaseListing): Item {
    const project = projects.get(one.project ?? '')?.name;
    const day = one.released_at.slice(0, 10);
    // Where the API is the source, publishing sends nothing by itself.
    const isOfApi = (state?.releases[one.id]?.from ?? 'api') === 'api';
    return {
      id: one.id,
      slug: one.slug,
      mark: releaseMark(one),
      name: [project, one.version ?? one.title, day].filter(Boolean).join(' '),
      at: one.released_at,
      isPreRelease: one.is_pre_release,
      channels: one.channels ?? (one.announce === false || isOfApi ? [] : undefined),
      project,
      labels: one.labels.flatMap((id) => labels.get(id)?.name ?? []),
      types: one.changes.flatMap(({ type }) => types.get(type ?? '') ?? []),
    };
  }
}
