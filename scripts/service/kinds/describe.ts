import type { Db } from '../../../src/service/database/schema.ts';
import type { Kind } from '../../../src/service/resources/kinds/kind.ts';
import type { Field } from './field.ts';

/** Describes a kind of resource for its commands. */
export interface Described<T extends { id: string }, Given> {
  kind: Kind<T, Given>;
  /** Name of its group of commands, such as `labels`. */
  command: string;
  about: string;
  fields: Field[];
  /** Fields that can only be set when adding or editing. */
  addFields?: Field[];
  editFields?: Field[];
  /** Whether the id of a new one may be chosen. */
  hasChosenId?: boolean;
  /** Further values that no option sets. */
  extraInput?: (options: Record<string, unknown>, isNew: boolean) => object;
  /** Cells of a line in a list. */
  row: (thing: T) => (string | null)[];
  toJson?: (thing: T) => object;
  /** Printed once, after adding or editing. */
  once?: (thing: T, given: Record<string, unknown>) => Once | undefined;
  /** Effect of `--with-all` on items that refer to it. */
  withAllEffect?: string;
  /** The text to erase from the database's files after removal or an edit. */
  erased?: {
    of: (thing: T) => string;
    /** Whether traces of a removed one with this name may remain. */
    mayRemain: (db: Db, name: string) => Promise<boolean>;
  };
}

interface Once {
  line: string;
  json: object;
  /** A warning for people, in addition to the line. */
  warning?: string | undefined;
}
