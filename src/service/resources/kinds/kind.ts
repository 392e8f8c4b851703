import type { z } from 'zod';
import type { Db } from '../../database/schema.ts';
import type { Changed } from '../../events/emit.ts';

/** Problems by field: `expected …`. */
export type Problems = Record<string, string>;

/** Some of the fields. */
type PartOf<Given> = { [K in keyof Given]?: Given[K] | undefined };

/** Input of a write: the given fields and the earlier state. */
export interface Writing<T, Given> {
  id: string;
  /** Undefined for a new one. */
  before: T | undefined;
  input: PartOf<Given>;
  now: Date;
}

/** A kind of resource that commands list, add, edit and remove, see `manage.ts`. */
export interface Kind<T extends { id: string }, Given> {
  /** Its name in sentences, such as `label`. */
  one: string;
  /** Schemas for adding, and for editing if that is not a part of it. */
  added: z.ZodObject & z.ZodType<Given>;
  edited?: z.ZodType<PartOf<Given>>;
  list: (db: Db) => Promise<T[]>;
  find: (db: Db, id: string) => Promise<T | undefined>;
  /** Checks that need the database. */
  check?: (db: Db, writing: Writing<T, Given>) => Promise<Problems>;
  write: (db: Db, writing: Writing<T, Given>) => Promise<void>;
  /** Its public change; omitted if pages never show it. */
  publicChange?: (thing: T) => Changed | undefined;
  /** Resources that refer to it; omitted if none can. */
  references?: References<T>;
  remove: (db: Db, thing: T, now: Date) => Promise<void>;
}

interface References<T> {
  find: (db: Db, thing: T) => Promise<Reference[]>;
  /** Reassigns its references to another. */
  move: (db: Db, move: { from: T; to: T; now: Date }) => Promise<void>;
  /** Removes its references, or the resources themselves, depending on the kind. */
  drop: (db: Db, thing: T, now: Date) => Promise<void>;
}

/** References to a resource: their number and the first names. */
export interface Reference {
  what: 'releases' | 'milestones' | 'subscribers';
  count: number;
  names: string[];
}
