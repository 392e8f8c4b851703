import type { ReleaseSummary } from '../../model/content/content.ts';

/**
 * Time of a release's last edit after its publication; if there is none, the time of publication.
 */
export function changedAt({ released_at, updated_at }: ReleaseSummary): string {
  return updated_at && updated_at > released_at ? updated_at : released_at;
}

/** The newest of some times (RFC 3339 in UTC, which sort as text). */
export function latest(times: readonly (string | undefined)[]): string | undefined {
  return times.reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a), undefined);
}
