import type { SettingsError } from '../../../src/model/errors.ts';
import type { DatabaseLocation } from '../../../src/service/database/location.ts';
import { forgetDeleted } from '../../../src/service/open-database.ts';
import type { Closing } from '../with-database.ts';

interface Forgetting {
  said: string;
  /** Whether the files of the database are written anew. */
  isErasing: boolean;
  /** What is to be done where something may be left, as another process uses the files. */
  mayBeLeft: string;
  /** What the command ends with. */
  error?: SettingsError;
}

/** Removes what a command deleted from the files of the database, once that is closed. */
export function forgetting({ said, isErasing, mayBeLeft, error }: Forgetting): Closing {
  return {
    said,
    async closed(location: DatabaseLocation) {
      if (isErasing) {
        if (!forgetDeleted(location)) console.error(mayBeLeft);
        else if (error) console.error('The database files no longer contain it.');
      }
      if (error) throw error;
    },
  };
}
