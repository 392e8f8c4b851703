import { SettingsError } from '../../../src/model/errors.ts';

/** Adds "Nothing was changed." to settings errors. */
export async function addNothingChanged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError(`${error.message}\nNothing was changed.`, { cause: error });
  }
}
