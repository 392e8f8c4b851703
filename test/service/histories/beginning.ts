import type { DataSet } from '../../../src/service/data-set/schema.ts';
import { milestone, release, sample } from '../sample.ts';

/** A workspace in which there is one of everything, odd ones among them, that only imports bring. */
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
      // Alone with what it refers to.
      release('alone', { changes: [], labels: [once], contributors: bob ? [bob] : [] }),
    ],
    milestones: [
      ...milestones,
      // Named by the id of its type.
      milestone('by-id', { status: 'doing', number: 7 }),
    ],
  };
}

export const files = [
  { name: 'hero.png', type: 'image/png' },
  { name: 'notes.pdf', type: 'application/pdf' },
].map((file) => ({ ...file, bytes: new Uint8Array([1, 2, 3]) }));
