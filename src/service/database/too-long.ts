import { SettingsError } from '../../model/errors.ts';

/**
 * How many bytes the texts of one index have at most, in one row and together. PostgreSQL has 2,704
 * for all that is in one (a third of a page): what is left is for numbers and what stands before texts.
 */
export const maxIndexedBytes = 2600;

/** A text that the database has an index of is too long for that, and was not written. */
export class TooLongError extends SettingsError {
  constructor(options?: ErrorOptions) {
    super(
      `A text is too long: of an id, a slug, a status, an address or a token, the database keeps ${maxIndexedBytes} bytes at most. Shorten it.`,
      options,
    );
  }
}
