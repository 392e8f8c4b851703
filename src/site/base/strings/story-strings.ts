import type { stages } from '../../../model/api/stages.ts';

/** Strings of what happened on the roadmap: its moves, its timeline, and what was shipped where. */
export interface StoryStrings {
  /** The page of all moves, and beside the other views of the roadmap. */
  title: string;
  changes: string;
  /** A sentence for search engines. */
  about(name: string): string;
  lead: string;
  /** Where nothing has moved since the first sync. */
  none: string;
  /** What is told of a milestone that came to the roadmap, and of one that moved there. */
  added: string;
  moved(from: string, to: string): string;
  /** A status of which the stage alone changed. */
  inStage(status: string, stage: string): string;
  stages: Record<(typeof stages)[number], string>;
  timeline: string;
  /** Heads the column of milestones in the timeline, and the lists below it. */
  milestone: string;
  unbegun: string;
  earlier: string;
  quarter(number: number, year: number): string;
  /** Of what goes on. */
  since(date: string): string;
  /** Over the releases that brought a milestone. */
  shippedIn: string;
  /** On the page about feeds. */
  feedText: string;
}
