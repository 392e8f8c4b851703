import { ApiMilestone, ApiRelease } from '../../model/api/rows.ts';
import type { RowKind } from '../parse/parse-rows.ts';
import { isPublicMilestone, isPublicRelease } from './gate.ts';

/** How one collection of the API is read: the filters to ask with, and how its rows are judged. */
export interface Collection<Row extends { id: string }> extends RowKind<Row> {
  name: 'releases' | 'milestones';
  /** Parameters that keep what is not public from travelling at all; the gate decides all the same. */
  filters: Record<string, string>;
  isPublic(row: Row, now: Date): boolean;
  /** Fields that lists may leave out; a row without one of them is asked for by id. */
  detailFields: readonly (keyof Row & string)[];
}

export const releases: Collection<ApiRelease> = {
  name: 'releases',
  schema: ApiRelease,
  vital: ['id', 'title', 'status', 'is_public', 'released_at'],
  filters: { status: 'RELEASED', is_public: 'true' },
  isPublic: isPublicRelease,
  detailFields: [
    'body',
    'slug',
    'status',
    'version',
    'is_pinned',
    'is_public',
    'is_pre_release',
    'summary',
    'hero',
    'changes',
    'project',
    'labels',
    'attachments',
    'contributors',
    'released_at',
    'updated_at',
  ],
};

export const milestones: Collection<ApiMilestone> = {
  name: 'milestones',
  schema: ApiMilestone,
  vital: ['id', 'title', 'is_public'],
  filters: { is_public: 'true' },
  isPublic: isPublicMilestone,
  detailFields: [
    'number',
    'body',
    'slug',
    'status',
    'stage',
    'is_public',
    'upvote_count',
    'project',
    'labels',
    'attachments',
    'started_at',
    'ended_at',
    'created_at',
    'updated_at',
  ],
};

/** Whether a row of a list lacks what its record by id may hold. */
export function isReduced<Row extends { id: string }>(
  row: Row,
  detailFields: readonly string[],
): boolean {
  const labels = (row as { labels?: { slug?: unknown }[] | null }).labels ?? [];
  return detailFields.some((field) => !(field in row)) || labels.some((label) => !label.slug);
}
