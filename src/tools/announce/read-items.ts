import type { ReleaseListing } from '../../model/content/content.ts';
import type { ReleaseLog } from '../../model/content/release-log.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import type { SiteContext } from '../../site/base/context.ts';
import type { Item } from './plan.ts';

/**
 * The items of the content: its releases, and the corrections that need action.
 * @param state the sources of the releases
 */
export function readItems(
  releases: readonly ReleaseListing[],
  {
    releaseLog,
    state,
    site,
  }: {
    releaseLog: ReleaseLog | undefined;
    state: SyncState | undefined;
    site: Pick<SiteContext, 'projects' | 'labels' | 'workspace'>;
  },
): Item[] {
  const types = new Map(site.workspace.change_types.map(({ slug, title }) => [slug, title]));
  const byId = new Map(releases.map((one) => [one.id, toItem(one)]));
  const corrections = releaseLog?.corrections.flatMap(({ release, at, parts }): Item[] => {
    const item = byId.get(release);
    if (!item || !parts.some((part) => part.kind === 'added' && part.action)) return [];
    return [
      { ...item, id: `${release}@${at}`, name: `${item.name} @ ${at}`, at, isCorrection: true },
    ];
  });
  return [...byId.values(), ...(corrections ?? [])];

  function toItem(one: ReleaseListing): Item {
    const project = one.project === null ? undefined : site.projects.get(one.project)?.name;
    const day = one.released_at.slice(0, 10);
    // Where the API is the source, publishing sends nothing by itself.
    const isOfApi = (state?.releases[one.id]?.from ?? 'api') === 'api';
    return {
      id: one.id,
      release: one.id,
      slug: one.slug,
      name: [project, one.version ?? one.title, day].filter(Boolean).join(' '),
      at: one.released_at,
      isCorrection: false,
      isPreRelease: one.is_pre_release,
      isQuiet: one.announce === false || isOfApi,
      channels: one.channels,
      project,
      labels: one.labels.flatMap((id) => site.labels.get(id)?.name ?? []),
      types: one.changes.flatMap(({ type }) => types.get(type ?? '') ?? []),
    };
  }
}
