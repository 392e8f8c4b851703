import type { Db } from '../database/schema.ts';

/**
 * Collections in the order in which they are imported: a collection comes after those that it
 * refers to.
 */
export const collections = [
  'workspace',
  'projects',
  'labels',
  'contributors',
  'subscriber lists',
  'releases',
  'milestones',
  'subscribers',
  'incoming webhooks',
  'files',
] as const;
export type DataSetCollection = (typeof collections)[number];

/**
 * What an import does with a resource: `new` adds it, `changed` overwrites the row in the database,
 * `same` changes nothing, and `kept` keeps the row in the database, usually because it is newer.
 */
export type ImportDecision = 'new' | 'changed' | 'same' | 'kept';

/** A resource to import. */
export interface Step {
  collection: DataSetCollection;
  id: string;
  /** Approximate size, in bytes. */
  bytes: number;
  /**
   * Compares the resource with the database. If `replace` is set, even newer rows are overwritten.
   */
  decide: (db: Db, replace: boolean) => Promise<ImportDecision>;
  write: (db: Db, writing: { replace: boolean; now: Date }) => Promise<void>;
}
