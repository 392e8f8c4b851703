import { findLanguage } from '../../../../config/language-of.ts';
import type { Messages } from '../messages.ts';
import type { Strings } from '../shape.ts';
import { stringsOf } from '../strings-of.ts';
import arabic from './ar.json' with { type: 'json' };
import german from './de.json' with { type: 'json' };
import english from './en.json' with { type: 'json' };
import spanish from './es.json' with { type: 'json' };
import french from './fr.json' with { type: 'json' };
import italian from './it.json' with { type: 'json' };
import japanese from './ja.json' with { type: 'json' };
import brazilian from './pt-BR.json' with { type: 'json' };
import chinese from './zh-Hans.json' with { type: 'json' };

/**
 * Messages by language tag (BCP 47). Tags are as short as possible, because a locale only matches a
 * tag if it has all subtags of the tag.
 */
const spoken = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  'pt-BR': brazilian,
  it: italian,
  ja: japanese,
  'zh-Hans': chinese,
  ar: arabic,
} satisfies Record<string, Messages>;

/** The languages of the interface. */
export const languages: readonly string[] = Object.keys(spoken);

/**
 * The strings in a locale's language, or in English if there are none, with numbers in the locale's
 * format.
 */
export function stringsFor(locale: string): Strings {
  const byLanguage: Record<string, Messages> = spoken;
  return stringsOf(byLanguage[findLanguage(locale, languages) ?? 'en'] ?? english, locale);
}

/** The messages of every language, by language tag. */
export function allMessages(): typeof spoken {
  return spoken;
}
