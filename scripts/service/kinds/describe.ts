import type { Db } from '../../../src/service/database/schema.ts';
import type { Kind } from '../../../src/service/resources/kinds/kind.ts';
import type { Field } from './field.ts';

/** Describes a kind of resource for its commands. */
export interface Described<T extends { id: string }, Given> {
  kind: Kind<T, Given>;
  /** Name of the group of commands for this kind, such as `labels`. */
  command: string;
  about: string;
  fields: Field[];
  /** Fields whose options only `add` has. `editFields` are those whose options only `edit` has. */
  addFields?: Field[];
  editFields?: Field[];
  /** Whether the id of a new resource may be chosen. */
  hasChosenId?: boolean;
  /** Returns input for the resource that does not come from a field. */
  extraInput?: (options: Record<string, unknown>, isNew: boolean) => object;
  /** Cells of the resource's line in a list. */
  row: (thing: T) => (string | null)[];
  toJson?: (thing: T) => object;
  /** Output that is shown only once, right after adding or editing. */
  once?: (thing: T, given: Record<string, unknown>) => Once | undefined;
  /** Describes what `--with-all` does with items that refer to the removed resource. */
  withAllEffect?: string;
  /** Text that is erased from the database's files after a removal or an edit. */
  erased?: {
    of: (thing: T) => string;
    /** Whether the database files may still contain traces of a removed resource with this name. */
    mayRemain: (db: Db, name: string) => Promise<boolean>;
  };
}

interface Once {
  line: string;
  json: object;
  /** A warning that is printed after the line; omitted with `--json`. */
  warning?: string | undefined;
}
