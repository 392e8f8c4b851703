import { stages } from '../../../src/model/api/stages.ts';
import { createPair } from '../../../src/model/content/colour-pair.ts';
import type {
  LabelEntry,
  MilestoneEntry,
  WorkspaceEntry,
} from '../../../src/model/content/content.ts';
import { milestoneEntry, workspaceEntry } from '../../support/entries.ts';
import type { WrittenContent } from './written-site.ts';

const oneDay = 24 * 60 * 60 * 1000;
/** All times in the content are offsets from this day. */
export const firstDay = Date.UTC(2026, 0, 1);

const titles = [
  'Fewer clicks to the first release',
  'A board that keeps its place when the page is read again',
  '🚀 Rockets, 🧭 compasses and 🏔️ mountains in every title',
  'لوحة الطريق تُقرأ من اليمين إلى اليسار',
  'תוכנית שנקראת מימין לשמאל, עם English באמצע',
  `${'A title of two hundred and fifty-five characters goes on and on. '.repeat(4)}`.slice(0, 255),
  'x'.repeat(400),
  'Quiet',
];

export interface ManyOptions {
  milestones: number;
  statuses: number;
  labels: number;
}

/**
 * Creates a roadmap with long, emoji and right-to-left titles and many labels. The result is
 * deterministic.
 */
export function manyMilestones({ milestones, statuses, labels }: ManyOptions): WrittenContent {
  const statusTypes = Array.from({ length: statuses }, (_, index) => ({
    title: `Status ${index + 1}`,
    color: hue(index, statuses),
    stage: stages[Math.min(Math.floor((index * 5) / statuses), 4)] ?? 'PLANNED',
  }));
  const labelEntries = Array.from(
    { length: labels },
    (_, index): LabelEntry => ({
      id: `l-${index}`,
      slug: `label-${index}`,
      name:
        index === 7 ? 'Ein-überaus-langer-Name-eines-Labels-ohne-Leerzeichen' : `Label ${index}`,
      color: hue(index, labels),
    }),
  );
  const projects = ['Atlas', 'Beacon', 'Cairn'].map((name, index) => ({
    id: `p-${index}`,
    slug: name.toLowerCase(),
    name,
  }));
  const entries = Array.from({ length: milestones }, (_, index): MilestoneEntry => {
    const type = statusTypes[(index * 7) % statuses];
    const day = (offset: number) =>
      new Date(firstDay + ((index % 90) + offset) * oneDay).toISOString();
    const isBegun = type?.stage !== 'BACKLOG' && type?.stage !== 'PLANNED';
    const isOver = type?.stage === 'COMPLETED' || type?.stage === 'CANCELED';
    return milestoneEntry(`m-${index}`, {
      title: titles[index % titles.length] ?? '',
      number: index + 1,
      status: type?.title ?? null,
      stage: type?.stage ?? '',
      project: index % 4 === 3 ? null : `p-${index % 4}`,
      labels:
        index === 0
          ? labelEntries.map(({ id }) => id)
          : [...new Set([index % labels, (index * 3) % labels])].map((label) => `l-${label}`),
      upvote_count: (index * 37) % 1500,
      created_at: day(0),
      started_at: isBegun ? day(5) : null,
      ended_at: isOver ? day(20) : null,
      updated_at: day(30),
      excerpt: 'In short.',
      body: '<p>In short.</p>',
    });
  });
  const workspace: WorkspaceEntry = { ...workspaceEntry, name: 'Many', status_types: statusTypes };
  return { workspace, projects, labels: labelEntries, releases: [], milestones: entries };
}

function hue(index: number, of: number) {
  const part = (shift: number) =>
    Math.round(128 + 90 * Math.sin((2 * Math.PI * index) / of + shift))
      .toString(16)
      .padStart(2, '0');
  return createPair(`#${part(0)}${part(2)}${part(4)}`);
}
