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
      `A text is too long: an id, slug, status, address or token has ${maxIndexedBytes} bytes at most. Shorten it.`,
      options,
    );
  }
}
