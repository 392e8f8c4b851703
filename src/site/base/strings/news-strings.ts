import type { Counted } from './counted.ts';

/** What is said of news: in other sites' pages, on the page about subscribing, and in lists. */
export interface NewsStrings {
  /** The button's name where the page says none, and the list's. */
  title: string;
  unread: Counted;
  /** Of one release: it came after the last visit. */
  isNew: string;
  nothing: string;
  all: string;
  /** Heading and texts of the guide. */
  guide: string;
  guideText: string;
  policyText: string;
  copyText: string;
}
