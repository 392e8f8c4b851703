import type { ApiRelease } from '../../model/api/rows.ts';

/**
 * Decides whether a release is public; all code must use this check. If a field is missing or null,
 * the release is not public. An unchanged row is not checked again, so raise PREPARE_VERSION when
 * this check becomes stricter.
 */
export function isPublicRelease(row: ApiRelease, now: Date): boolean {
  if (row.status !== 'RELEASED' || row.is_public !== true || !row.released_at) return false;
  return Date.parse(row.released_at) <= now.getTime();
}

/** Whether a milestone, or another row without a release date, is public. */
export function isMarkedPublic(row: { is_public?: boolean | null | undefined }): boolean {
  return row.is_public === true;
}
