// Rows as the API returns them. Functions make a complete row; `over` overrides fields.

export type Row = Record<string, unknown> & { id: string };

export const web = { id: 'p-web', name: 'Web', slug: 'web' };
export const speed = { id: 'l-speed', name: 'Speed', slug: 'speed', color: '#7c3aed' };
/** The label `speed` as it is in the content folder. */
export const speedEntry = { ...speed, color: { light: '#7c3aed', dark: '#9a68ff' } };

export const workspace = {
  id: 'w-1',
  name: 'Sample',
  slug: 'sample',
  url: 'https://example.com/changelog',
  release_change_types: [{ id: 't-new', title: 'New', color: '#16a34a' }],
  roadmap_status_types: [
    { id: 's-doing', title: 'In progress', color: '#f59e0b', stage: 'IN_PROGRESS' },
    { id: 's-done', title: 'Shipped', color: '#16a34a', stage: 'COMPLETED' },
  ],
};

/** A public release. */
export function releaseRow(id: string, over: Record<string, unknown> = {}): Row {
  return {
    id,
    title: `Title of ${id}`,
    body: `<p>Body of ${id}</p>`,
    slug: id,
    status: 'RELEASED',
    version: null,
    is_pinned: false,
    is_public: true,
    is_pre_release: false,
    summary: null,
    hero: null,
    changes: [],
    project: null,
    labels: [],
    attachments: [],
    contributors: [],
    released_at: '2026-01-02T00:00:00.000Z',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-03T00:00:00.000Z',
    ...over,
  };
}

/** Releases r-0, r-1 and so on, without bodies, so that a sync has little to prepare. */
export function releaseRows(count: number): Row[] {
  return Array.from({ length: count }, (_, n) => releaseRow(`r-${n}`, { body: null }));
}

/** A public milestone. */
export function milestoneRow(id: string, over: Record<string, unknown> = {}): Row {
  return {
    id,
    number: 1,
    title: `Title of ${id}`,
    body: '<p>Plan</p>',
    slug: id,
    status: 'In progress',
    stage: 'IN_PROGRESS',
    is_public: true,
    upvote_count: 7,
    project: null,
    labels: [],
    attachments: [],
    started_at: null,
    ended_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-03T00:00:00.000Z',
    ...over,
  };
}

/** A row as a list may shorten it: no body, no changes and no labels. */
export function reduced({ id, title, status, is_public, released_at, updated_at }: Row): Row {
  return { id, title, status, is_public, released_at, updated_at };
}
