import type {
  MilestoneEntry,
  ReleaseEntry,
  WorkspaceEntry,
} from '../../src/model/content/content.ts';

/** A release as it is in the content folder; `over` overrides fields. */
export function releaseEntry(id: string, over: Partial<ReleaseEntry> = {}): ReleaseEntry {
  return {
    id,
    slug: id,
    title: `Title of ${id}`,
    project: null,
    labels: [],
    version: null,
    summary: null,
    is_pinned: false,
    is_pre_release: false,
    released_at: '2026-01-02T00:00:00.000Z',
    updated_at: null,
    hero: null,
    changes: [],
    attachments: [],
    contributors: [],
    excerpt: `Excerpt of ${id}`,
    reading_minutes: 1,
    body: `<p>Body of ${id}</p>`,
    ...over,
  };
}

/** A milestone's entry as sync writes it; `over` overrides fields. */
export function milestoneEntry(id: string, over: Partial<MilestoneEntry> = {}): MilestoneEntry {
  return {
    id,
    slug: id,
    title: `Title of ${id}`,
    project: null,
    labels: [],
    number: null,
    status: 'Planned',
    stage: 'PLANNED',
    upvote_count: 0,
    started_at: null,
    ended_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: null,
    attachments: [],
    excerpt: '',
    body: '',
    ...over,
  };
}

export const workspaceEntry: WorkspaceEntry = {
  id: 'w-1',
  slug: 'sample',
  name: 'Sample',
  url: null,
  change_types: [],
  status_types: [],
};
