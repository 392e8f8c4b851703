import type { DataSet } from '../../../src/service/data-set/schema.ts';
import { milestone, release, sample } from '../sample.ts';

/** A workspace with items of every kind, including unusual ones that only an import can create. */
export function beginning(): DataSet {
  const { workspace, labels, releases, milestones, ...rest } = sample();
  const once = { id: 'l-once', name: 'Once', slug: 'once', color: '#2563eb' };
  const [, bob] = rest.contributors;
  const times = { released_at: '2026-01-02T00:00:00.000Z', hero: null };
  return {
    ...rest,
    workspace: {
      ...workspace,
      roadmap_status_types: [
        ...workspace.roadmap_status_types,
        { id: 'later', title: 'Later', color: '#3b82f6', stage: '' },
      ],
    },
    labels: [...labels, once],
    releases: [
      ...releases.map((one) => (one.id === 'oldest' ? { ...one, ...times } : one)),
      // The only release with this label.
      release('alone', { changes: [], labels: [once], contributors: bob ? [bob] : [] }),
    ],
    milestones: [
      ...milestones,
      // Has the id of its status type as its status, instead of the title.
      milestone('by-id', { status: 'doing', number: 7 }),
    ],
  };
}

export const files = [
  { name: 'hero.png', type: 'image/png' },
  { name: 'notes.pdf', type: 'application/pdf' },
].map((file) => ({ ...file, bytes: new Uint8Array([1, 2, 3]) }));
