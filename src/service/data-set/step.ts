import type { Db } from '../database/schema.ts';

/** Collections in the order of their dependencies. */
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
 * What an import does with a resource: `new` adds it, `changed` overwrites it, `same` changes
 * nothing, and `kept` leaves the newer one in the database.
 */
export type ImportDecision = 'new' | 'changed' | 'same' | 'kept';

/** A resource to import. */
export interface Step {
  collection: DataSetCollection;
  id: string;
  /** Approximate size, in bytes. */
  bytes: number;
  /** Compares the resource with the database. With `replace`, newer data is overwritten too. */
  decide: (db: Db, replace: boolean) => Promise<ImportDecision>;
  write: (db: Db, writing: { replace: boolean; now: Date }) => Promise<void>;
}
