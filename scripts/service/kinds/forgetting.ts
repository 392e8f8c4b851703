import type { SettingsError } from '../../../src/model/errors.ts';
import type { DatabaseLocation } from '../../../src/service/database/location.ts';
import { forgetDeleted } from '../../../src/service/open-database.ts';
import type { Closing } from '../with-database.ts';

interface Forgetting {
  said: string;
  /** What nothing may be found of; undefined where that is not known any more. */
  texts: readonly string[] | undefined;
  /** What is to be done where something may be left, as another process uses the files. */
  mayBeLeft: string;
  /** What the command ends with. */
  error?: SettingsError;
}

/** Looks for what is left of texts in the files of a database, once that is closed. */
export function forgetting({ said, texts, mayBeLeft, error }: Forgetting): Closing {
  return {
    said,
    async closed(location: DatabaseLocation) {
      if (texts?.length !== 0) {
        const isForgotten = await forgetDeleted(location, texts);
        if (!isForgotten) console.error(mayBeLeft);
        else if (error) console.error('The files of the database hold nothing of it.');
      }
      if (error) throw error;
    },
  };
}
