import type { z } from 'zod';
import { ApiMilestone, ApiRelease } from '../../model/api/rows.ts';
import type { EntryKind } from '../../model/content/entry-kinds.ts';
import { describeLater, type GateClock, isPublicRelease } from './gate.ts';
import type { RowKind } from './parse/parse-rows.ts';

/** Rows as the API sends them, by kind of entry. */
export interface RowTypes {
  releases: ApiRelease;
  milestones: ApiMilestone;
}

/** Describes how one list of the API is read. */
export interface Resource<Row> extends RowKind<Row> {
  /** Name of the API's list and of the content folder. */
  name: EntryKind;
  /** Query parameters that request only public rows. `isPublic` still checks each row. */
  filters: Record<string, string>;
  isPublic(row: Row, clock: GateClock): boolean;
  /** Says when a row is public that is not public yet. */
  describeLater?(row: Row, clock: GateClock & { isOfApi: boolean }): string | undefined;
  /** Fields that lists may omit. A row without one of them is read by id. */
  detailFields: readonly string[];
}

/** Fields that only other sources than an API and the embedded service have. */
const unlisted = [
  ...['released_on', 'started_on', 'ended_on', 'created_on', 'updated_on', 'edit_url'],
  ...['progress', 'target_on', 'address', 'release_id', 'opening', 'announce', 'channels'],
];

/**
 * The resources that Waymark syncs. `docs/architecture.md` lists the files to change for a new kind
 * of entry.
 */
export const resources: { readonly [K in EntryKind]: Resource<RowTypes[K]> } = {
  releases: {
    name: 'releases',
    schema: ApiRelease,
    vital: ['id', 'title', 'status', 'is_public', 'released_at', 'released_on'],
    filters: { status: 'RELEASED', is_public: 'true' },
    isPublic: isPublicRelease,
    describeLater,
    detailFields: fieldsBut(ApiRelease, ['id', 'title', 'created_at', ...unlisted]),
  },
  milestones: {
    name: 'milestones',
    schema: ApiMilestone,
    vital: ['id', 'title', 'is_public'],
    filters: { is_public: 'true' },
    isPublic: ({ is_public }) => is_public === true,
    detailFields: fieldsBut(ApiMilestone, ['id', 'title', ...unlisted]),
  },
};

/** Names of a schema's fields, without the names in `others`. */
function fieldsBut({ shape }: z.ZodObject, others: readonly string[]): string[] {
  return Object.keys(shape).filter((name) => !others.includes(name));
}
