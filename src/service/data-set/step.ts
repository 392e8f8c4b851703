import type { Db } from '../database/schema.ts';

/** The parts of a data set, in the order in which each finds what it refers to. */
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

/** What becomes of one thing: it is added, written over, there already, or newer here and kept. */
export type ImportDecision = 'new' | 'changed' | 'same' | 'kept';

/** One thing to be imported. */
export interface Step {
  collection: DataSetCollection;
  id: string;
  /** About how much it writes, in bytes. */
  bytes: number;
  /** Compares it with what is there; `replace` keeps nothing that is newer here. */
  decide: (db: Db, replace: boolean) => Promise<ImportDecision>;
  write: (db: Db, writing: { replace: boolean; now: Date }) => Promise<void>;
}
