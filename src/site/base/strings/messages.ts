import type { Forms } from './counted.ts';
import type english from './languages/en.json';

/**
 * The content of a language file, with the same keys as the English file. Texts may contain
 * placeholders such as `{name}`. Texts with a count have plural forms, with `#` for the number.
 */
export type Messages = MessageOf<typeof english>;

type MessageOf<T> = T extends { other: string }
  ? Forms
  : T extends string
    ? string
    : T extends readonly string[]
      ? readonly string[]
      : { [K in keyof T]: MessageOf<T[K]> };
