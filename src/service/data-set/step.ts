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

/** Decision for a resource: added, overwritten, unchanged, or newer here and kept. */
export type ImportDecision = 'new' | 'changed' | 'same' | 'kept';

/** A resource to import. */
export interface Step {
  collection: DataSetCollection;
  id: string;
  /** Approximate size, in bytes. */
  bytes: number;
  /** Compares it with the database; `replace` overwrites newer data. */
  decide: (db: Db, replace: boolean) => Promise<ImportDecision>;
  write: (db: Db, writing: { replace: boolean; now: Date }) => Promise<void>;
}
