import { type Language, languageOf } from '../../model/site-config.ts';
import { english } from './english.ts';
import { german } from './german.ts';

/** Every string of the interface, in one language. A new language is one more table of these. */
export interface Strings {
  /** Which way the language is written. */
  direction: 'ltr' | 'rtl';
  changelog: string;
  roadmap: string;
  subscribe: string;
  search: string;
  /** On the button that starts a search. */
  find: string;
  /** Stands before the newest entry's date. */
  newest: string;
  skip: string;
  theme: string;
  pinned: string;
  preRelease: string;
  edited: string;
  readOn: string;
  minutes(count: number): string;
  releases(count: number): string;
  votes(count: number): string;
  older: string;
  newer: string;
  pages: string;
  pageTitle(number: number): string;
  by: string;
  changes: string;
  otherChanges: string;
  attachments: string;
  watch: string;
  video(provider: string): string;
  code: string;
  table: string;
  picture: string;
  hero(title: string): string;
  otherStatus: string;
  noReleases: string;
  noMilestones: string;
  noCards: string;
  created: string;
  started: string;
  completed: string;
  canceled: string;
  moved: string;
  movedTo: string;
  notFound: string;
  notFoundText: string;
  feed: string;
  main: string;
  history: string;
}

const tables = { en: english, de: german } satisfies Record<Language, Strings>;

/** The table for a locale that `site.config.ts` allows. */
export function stringsFor(locale: string): Strings {
  return tables[languageOf(locale) ?? 'en'];
}
