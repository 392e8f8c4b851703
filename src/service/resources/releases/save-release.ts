import { toIsoUtc } from '../../../lib/time/to-iso-utc.ts';
import type { Release } from '../../../model/api/release.ts';
import { toFlag } from '../../database/columns.ts';
import { replaceLinks } from '../../database/links.ts';
import { save } from '../../database/save.ts';
import type { Db } from '../../database/schema.ts';

/** Writes a release whole; its project, labels and contributors have to be there already. */
export async function saveRelease(db: Db, release: Release): Promise<void> {
  await save(db, 'release', toReleaseRow(release));
  await replaceLinks(db, 'release_label', release.id, release.labels);
  await replaceLinks(db, 'release_contributor', release.id, release.contributors);
}

/** A release as its table keeps it, with every time as an instant. */
export function toReleaseRow(release: Release) {
  const { hero, project, labels, contributors, scheduled_at, released_at, ...rest } = release;
  return {
    ...rest,
    is_pinned: toFlag(release.is_pinned),
    is_public: toFlag(release.is_public),
    is_pre_release: toFlag(release.is_pre_release),
    hero: hero && JSON.stringify(hero),
    changes: JSON.stringify(release.changes),
    attachments: JSON.stringify(release.attachments),
    project_id: project?.id ?? null,
    // docs/api.md, "Release": set only while the status is SCHEDULED.
    scheduled_at: release.status === 'SCHEDULED' && scheduled_at ? toIsoUtc(scheduled_at) : null,
    released_at: released_at && toIsoUtc(released_at),
    created_at: toIsoUtc(release.created_at),
    updated_at: toIsoUtc(release.updated_at),
  };
}
