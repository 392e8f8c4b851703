import type { Release } from '../../../model/api/release.ts';

/** Whether readers see it. */
export function isLive({ status, is_public }: Pick<Release, 'status' | 'is_public'>): boolean {
  return status === 'RELEASED' && is_public;
}
