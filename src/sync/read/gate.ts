import type { ApiRelease } from '../../model/api/rows.ts';

/**
 * The one place that decides whether a release is public: it is released, marked public, and its
 * release date has passed. Missing or null means not public. A row that was public is not checked
 * again while it stays the same, so raise PREPARE_VERSION when this check becomes stricter.
 */
export function isPublicRelease(row: ApiRelease, now: Date): boolean {
  if (row.status !== 'RELEASED' || row.is_public !== true || !row.released_at) return false;
  return Date.parse(row.released_at) <= now.getTime();
}

/** Whether a row without a release date, such as a milestone, is public. */
export function isMarkedPublic(row: { is_public?: boolean | null | undefined }): boolean {
  return row.is_public === true;
}
