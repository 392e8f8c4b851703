import type { z } from 'zod';
import type { Db } from '../../database/schema.ts';
import type { Changed } from '../../events/emit.ts';

/** What is wrong with a field, by its name: `expected …`. */
export type Problems = Record<string, string>;

/** Some of the fields. */
type PartOf<Given> = { [K in keyof Given]?: Given[K] | undefined };

/** What a thing is made of, as it is written: what is given, over what it was. */
export interface Writing<T, Given> {
  id: string;
  /** Undefined where it is new. */
  before: T | undefined;
  input: PartOf<Given>;
  now: Date;
}

/** A kind of thing that is listed, added, edited and removed here: `manage.ts` does so. */
export interface Kind<T extends { id: string }, Given> {
  /** As sentences name one, such as `label`. */
  one: string;
  /** What has to be given to add one, and what may be to edit it. */
  added: z.ZodType<Given>;
  edited: z.ZodType<PartOf<Given>>;
  list: (db: Db) => Promise<T[]>;
  find: (db: Db, id: string) => Promise<T | undefined>;
  /** What only the database knows to be wrong with what is given. */
  check?: (db: Db, writing: Writing<T, Given>) => Promise<Problems>;
  write: (db: Db, writing: Writing<T, Given>) => Promise<void>;
  /** What pages show of it; left out where they show none of its kind. */
  publicChange?: (thing: T) => Changed | undefined;
  /** What else would lose it; left out where nothing does. */
  references?: References<T>;
  remove: (db: Db, thing: T, now: Date) => Promise<void>;
}

interface References<T> {
  find: (db: Db, thing: T) => Promise<Reference[]>;
  /** Gives what hangs on one to another. */
  move: (db: Db, move: { from: T; to: T; now: Date }) => Promise<void>;
  /** Takes it from what hangs on it, or that away, whatever is right for the kind. */
  drop: (db: Db, thing: T, now: Date) => Promise<void>;
}

/** What hangs on a thing: how many of what, and the first of their names. */
export interface Reference {
  what: 'releases' | 'milestones' | 'subscribers';
  count: number;
  names: string[];
}
