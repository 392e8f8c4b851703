import type { Forms } from './counted.ts';
import type english from './languages/en.json';

/**
 * What a language's file holds: all that the English one does, in which `{name}` is the place of
 * what is put in; for a count the forms of its words, with `#` for the number.
 */
export type Messages = MessageOf<typeof english>;

type MessageOf<T> = T extends { other: string }
  ? Forms
  : T extends string
    ? string
    : T extends readonly string[]
      ? readonly string[]
      : { [K in keyof T]: MessageOf<T[K]> };
