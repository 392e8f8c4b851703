import type { Db } from '../../../src/service/database/schema.ts';
import type { Kind } from '../../../src/service/resources/kinds/kind.ts';
import type { Field } from './field.ts';

/** A kind of thing as its commands name and show it. */
export interface Described<T extends { id: string }, Given> {
  kind: Kind<T, Given>;
  /** What its commands are called, such as `labels`. */
  command: string;
  about: string;
  fields: Field[];
  /** Of adding or editing alone. */
  addFields?: Field[];
  editFields?: Field[];
  /** Whether the id of a new one may be chosen, as people write it elsewhere. */
  hasChosenId?: boolean;
  /** What is given besides, of which no option says it. */
  besides?: (options: Record<string, unknown>, isNew: boolean) => object;
  /** A line of a list. */
  row: (thing: T) => (string | null)[];
  toJson?: (thing: T) => object;
  /** What is told once, of what was added or edited. */
  once?: (thing: T, given: Record<string, unknown>) => Once | undefined;
  /** What `--with-all` does to what hangs on it. */
  withAll?: string;
  /** What is erased from the files of the database once one is removed, or an edit changed it. */
  erased?: {
    of: (thing: T) => string;
    /** Whether one that is gone and had this name may have left something there. */
    mayBeLeft: (db: Db, name: string) => Promise<boolean>;
  };
}

interface Once {
  line: string;
  json: object;
  /** What is to be known of it, beside what is said to programs. */
  warning?: string | undefined;
}
