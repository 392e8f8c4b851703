import { type Language, languageOf } from '../../config/site-config.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import type { Strings } from './shape.ts';

const tables = { en: english, de: german } satisfies Record<Language, Strings>;

/** The table for a locale that `site.config.ts` allows. */
export function stringsFor(locale: string): Strings {
  return tables[languageOf(locale) ?? 'en'];
}
