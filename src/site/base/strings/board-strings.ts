import type { stages } from '../../../model/api/stages.ts';
import type { Counted } from './counted.ts';

/** Strings of the roadmap and of a milestone's page. */
export interface BoardStrings {
  /** A sentence for search engines on the roadmap of a site, project or label. */
  about(name: string): string;
  milestones: Counted;
  /** How many are shown of all, such as "12 milestones"; the browser puts the number for `#`. */
  some(all: string): string;
  allProjects: string;
  allLabels: string;
  order: string;
  byVotes: string;
  byMove: string;
  view: string;
  board: string;
  list: string;
  columns: string;
  /** In a column, where a choice leaves nothing of it. */
  noneFits: string;
  noMatches: string;
  showAll: string;
  /** Where nothing is planned or under way, but some things are done. */
  nothingOpen: string;
  canceledTitle: string;
  canceledText: string;
  /** What a status of a stage means. */
  meaning: Record<(typeof stages)[number], string>;
  moved: string;
  /** Days; the browser knows how many. */
  unchanged: Counted;
  moreLabels: Counted;
  back: string;
  neighbours(status: string): string;
  previous: string;
  next: string;
}
