import type { Counted, Forms } from './counted.ts';
import type { Strings } from './shape.ts';

/**
 * What a language's file holds: a text for each of the `Strings`, in which `{name}` is the place of
 * what it is said of; the forms of words for a count, with `#` for the number.
 */
export type Messages = MessageOf<Strings>;

type MessageOf<T> = T extends Counted
  ? Forms
  : T extends string | ((...values: never[]) => string)
    ? string
    : T extends readonly string[]
      ? readonly string[]
      : { [K in keyof T]: MessageOf<T[K]> };
