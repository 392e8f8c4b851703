import type { FilterKind } from '../../../model/content/filter-kinds.ts';
import type { BoardStrings } from './board-strings.ts';
import type { Counted } from './counted.ts';
import type { NewsStrings } from './news-strings.ts';
import type { SearchStrings } from './search-strings.ts';
import type { StoryStrings } from './story-strings.ts';
import type { UpgradeStrings } from './upgrade-strings.ts';

/** Every string of the interface. */
export interface Strings {
  /** Which way the language is written. */
  direction: 'ltr' | 'rtl';
  changelog: string;
  /** What the whole is called: the changelog, or the roadmap, of whom. */
  title(name: string): string;
  roadmapTitle(name: string): string;
  roadmap: string;
  subscribe: string;
  search: string;
  searchPage: SearchStrings;
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
  minutes: Counted;
  releases: Counted;
  votes: Counted;
  older: string;
  newer: string;
  pages: string;
  pageTitle: Counted;
  by: string;
  changes: string;
  otherChanges: string;
  attachments: string;
  watch: string;
  video(provider: string): string;
  /** Names of what stands before a task. */
  tasks: { done: string; open: string };
  code: string;
  table: string;
  picture: string;
  hero(title: string): string;
  heroVideo(title: string): string;
  /** Calls a link to a place on its own page, by the heading there. */
  linkTo(heading: string): string;
  linkToChange: Counted;
  linkCopied: string;
  /** Leads to the same entry as Markdown. */
  asMarkdown: string;
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
  projects: string;
  labels: string;
  types: string;
  status: string;
  released: string;
  version: string;
  yes: string;
  webPage: string;
  feeds: FeedStrings;
  news: NewsStrings;
  breadcrumbs: string;
  /** What each kind of archive is called where one is chosen, and what one of them holds. */
  archives: Record<FilterKind, { kind: string; about(name: string): string }>;
  preReleases: string;
  onlyPreReleases: string;
  emptyArchive: string;
  wholeChangelog: string;
  months: string;
  filter: string;
  moreOptions: Counted;
  /** The entries that fit the filters. */
  matches: string;
  noMatch: string;
  moreMatches: string;
  filtersFailed: string;
  removeFilter(name: string): string;
  clearFilters: string;
  board: BoardStrings;
  upgrade: UpgradeStrings;
  story: StoryStrings;
}

/** What is said of feeds, in them and on the page about them. */
interface FeedStrings {
  /** What a feed of the whole site is called beside others. */
  stable: string;
  all: string;
  /** Where a browser opens a feed. */
  note: string;
  how: string;
  /** The page about all of them. */
  lead: string;
  stableText: string;
  allText: string;
  roadmapText: string;
  copy: string;
  copied: string;
  open: string;
  addTo: string;
  formats: string;
  parts: string;
  partsText: string;
  import: string;
  importText: string;
  importLink: string;
  chat: string;
  chatText: string;
  programs: string;
  latestText: string;
  historyText: string;
  schemaText: string;
  indexText: string;
  fullText: string;
  twinText: string;
  what: string;
  whatText: string;
}
