import { SettingsError } from '../../model/errors.ts';

/**
 * Maximum bytes of the texts in an index entry. PostgreSQL allows 2,704 (a third of a page),
 * including numbers and headers.
 */
export const maxIndexedBytes = 2600;

/** An indexed text is too long and was not written. */
export class TooLongError extends SettingsError {
  constructor(options?: ErrorOptions) {
    super(
      `A text is too long: ids, slugs, statuses, addresses and tokens have at most ${maxIndexedBytes} bytes. Shorten it.`,
      options,
    );
  }
}
