import { SettingsError } from '../../model/errors.ts';

/**
 * Maximum size in bytes of all texts in one index entry. PostgreSQL allows 2,704 bytes (a third of
 * a page) for a whole entry, which also contains numbers and headers.
 */
export const maxIndexedBytes = 2600;

/** Thrown if a text was not written, because it is too long for an index. */
export class TooLongError extends SettingsError {
  constructor(options?: ErrorOptions) {
    super(
      `A text is too long: ids, slugs, statuses, addresses and tokens have at most ${maxIndexedBytes} bytes. Shorten it.`,
      options,
    );
  }
}
