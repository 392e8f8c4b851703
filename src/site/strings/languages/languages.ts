import { languageOf } from '../../../config/language-of.ts';
import { counted } from '../counted.ts';
import type { Strings, Table } from '../shape.ts';
import { arabic } from './arabic.ts';
import { brazilian } from './brazilian.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { spanish } from './spanish.ts';

/** By language tag (BCP 47): what a locale has to agree with, and no more of it than matters. */
const tables: Record<string, Table> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  'pt-BR': brazilian,
  it: italian,
  ja: japanese,
  'zh-Hans': chinese,
  ar: arabic,
};

/** The languages that the interface speaks. */
export const languages: readonly string[] = Object.keys(tables);

/** The strings of a locale's language, with numbers as the locale writes them; else English. */
export function stringsFor(locale: string): Strings {
  const table = tables[languageOf(locale, languages) ?? 'en'] ?? english;
  return table((forms) => counted(locale, forms));
}
