import type { z } from 'zod';
import type { Db } from '../../database/schema.ts';
import type { Changed } from '../../events/emit.ts';

/** Problems by field. Each problem is a text such as `expected …`. */
export type Problems = Record<string, string>;

type PartOf<Given> = { [K in keyof Given]?: Given[K] | undefined };

/** The input of a write: the given fields, and the resource before the write. */
export interface Writing<T, Given> {
  id: string;
  /** The resource before an update; undefined for a new one. */
  before: T | undefined;
  input: PartOf<Given>;
  now: Date;
}

/** A kind of resource that commands can list, add, edit and remove. `manage.ts` uses it. */
export interface Kind<T extends { id: string }, Given> {
  /** The singular name of the kind, for use in sentences, such as `label`. */
  one: string;
  /**
   * The schema for adding a resource. If `edited` is not set, editing uses this schema with all
   * fields optional.
   */
  added: z.ZodObject & z.ZodType<Given>;
  edited?: z.ZodType<PartOf<Given>>;
  list: (db: Db) => Promise<T[]>;
  find: (db: Db, id: string) => Promise<T | undefined>;
  /** Finds problems that can only be found by querying the database. */
  check?: (db: Db, writing: Writing<T, Given>) => Promise<Problems>;
  write: (db: Db, writing: Writing<T, Given>) => Promise<void>;
  /** Returns the change to report to hooks; omitted if pages never show the resource. */
  publicChange?: (thing: T) => Changed | undefined;
  /** Handles references from other resources; omitted if no resource can refer to this kind. */
  references?: References<T>;
  remove: (db: Db, thing: T, now: Date) => Promise<void>;
}

interface References<T> {
  find: (db: Db, thing: T) => Promise<Reference[]>;
  /** Makes all references to `from` refer to `to`. */
  move: (db: Db, move: { from: T; to: T; now: Date }) => Promise<void>;
  /**
   * Removes the references to a resource. For some kinds, removes the referring resources instead.
   */
  drop: (db: Db, thing: T, now: Date) => Promise<void>;
}

/**
 * Summary of the resources of one kind that refer to a given resource: their number, and the names
 * of the first few.
 */
export interface Reference {
  what: 'releases' | 'milestones' | 'subscribers';
  count: number;
  names: string[];
}
