/** Every string of the interface, for one language. */
export interface Strings {
  locale: string;
  changelog: string;
  roadmap: string;
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

export const english: Strings = {
  locale: 'en-GB',
  changelog: 'Changelog',
  roadmap: 'Roadmap',
  skip: 'Skip to the content',
  theme: 'Switch between light and dark',
  pinned: 'Pinned',
  preRelease: 'Pre-release',
  edited: 'Edited',
  readOn: 'Read on',
  minutes: (count) => `${count} min read`,
  releases: (count) => (count === 1 ? '1 release' : `${count} releases`),
  votes: (count) => (count === 1 ? '1 vote' : `${count} votes`),
  older: 'Older',
  newer: 'Newer',
  pages: 'Pages',
  pageTitle: (number) => `Page ${number}`,
  by: 'By',
  changes: 'Changes',
  otherChanges: 'More',
  attachments: 'Links and files',
  watch: 'Watch the video',
  picture: 'See the picture',
  hero: (title) => `Picture for “${title}”`,
  otherStatus: 'Other',
  noReleases: 'Nothing has been released yet. The first entry will stand here.',
  noMilestones: 'Nothing is planned in public yet. What comes next will stand here.',
  noCards: 'Nothing here at the moment.',
  created: 'Added',
  started: 'Started',
  completed: 'Completed',
  canceled: 'Set aside',
  moved: 'This page has moved',
  movedTo: 'This page has moved to a new address.',
  notFound: 'This page is not here',
  notFoundText: 'It may have been withdrawn, or the address has a slip in it.',
  feed: 'RSS feed',
  main: 'Main',
  history: 'History',
};
