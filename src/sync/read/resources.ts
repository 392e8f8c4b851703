import type { z } from 'zod';
import { ApiMilestone, ApiRelease } from '../../model/api/rows.ts';
import type { EntryKind, EntryTypes } from '../../model/content/entry-kinds.ts';
import type { PrepareOptions } from '../prepare/context.ts';
import { prepareMilestone, prepareRelease } from '../prepare/prepare.ts';
import { isMarkedPublic, isPublicRelease } from './gate.ts';
import type { WorkspaceTypes } from './parse/parse-workspace.ts';

/** Rows as the API sends them, by kind of entry. */
export interface RowTypes {
  releases: ApiRelease;
  milestones: ApiMilestone;
}

/** Describes how the rows of one list of the API become entries in a folder. */
export interface Resource<Row, Entry> {
  /** Name of the API's list and of the content folder. */
  name: EntryKind;
  schema: z.ZodType<Row>;
  /** Fields that decide whether a row is public. If one of them is invalid, the row is left out. */
  vital: readonly (keyof Row & string)[];
  /** Query parameters that request only public rows. `isPublic` still checks each row. */
  filters: Record<string, string>;
  isPublic(row: Row, now: Date): boolean;
  /** Fields that lists may omit. A row without one of them is read by id. */
  detailFields: readonly string[];
  prepare(row: Row, options: PrepareOptions): Promise<Entry>;
  /**
   * The part of the workspace that entries depend on. If it changes, all entries are prepared
   * again.
   */
  inputs(workspace: WorkspaceTypes): unknown;
  /** If two entries want the same slug, the entry with the earlier time (RFC 3339) gets it. */
  since(entry: Entry): string;
}

/**
 * The resources that Waymark syncs. `docs/architecture.md` lists the files to change for a new kind
 * of entry.
 */
export const resources: { readonly [K in EntryKind]: Resource<RowTypes[K], EntryTypes[K]> } = {
  releases: {
    name: 'releases',
    schema: ApiRelease,
    vital: ['id', 'title', 'status', 'is_public', 'released_at'],
    filters: { status: 'RELEASED', is_public: 'true' },
    isPublic: isPublicRelease,
    detailFields: fieldsBut(ApiRelease, ['id', 'title', 'created_at', 'edit_url']),
    prepare: prepareRelease,
    inputs: ({ release_change_types }) => release_change_types,
    since: ({ released_at }) => released_at,
  },
  milestones: {
    name: 'milestones',
    schema: ApiMilestone,
    vital: ['id', 'title', 'is_public'],
    filters: { is_public: 'true' },
    isPublic: isMarkedPublic,
    detailFields: fieldsBut(ApiMilestone, ['id', 'title', 'edit_url']),
    prepare: prepareMilestone,
    inputs: ({ roadmap_status_types }) => roadmap_status_types,
    since: ({ created_at }) => created_at ?? '',
  },
};

/** Names of a schema's fields, without the names in `others`. */
function fieldsBut<S extends z.ZodObject>(
  { shape }: S,
  others: readonly (keyof S['shape'])[],
): string[] {
  return Object.keys(shape).filter((name) => !others.includes(name));
}
