import { Release } from '../../src/model/api/release.ts';
import { Milestone } from '../../src/service/contract/resources.ts';
import { DataSet } from '../../src/service/data-set/schema.ts';
import { milestoneRow, releaseRow, speed, web } from '../support/rows.ts';

export const api = { id: 'p-api', name: 'API', slug: 'api' };
export const safety = { id: 'l-safety', name: 'Safety', slug: 'safety', color: '#be123c' };
export const ada = { id: 'c-ada', name: 'Ada', avatar_url: 'https://example.com/ada.png' };
export const news = { id: 's-news', name: 'News' };
export const alerts = { id: 's-alerts', name: 'Alerts' };

/** A released, public release with every field set; `over` replaces fields. */
export function release(id: string, over: Partial<Release> = {}): Release {
  return {
    ...Release.parse(releaseRow(id)),
    version: '1.0.0',
    summary: 'In short',
    hero: { type: 'video', url: 'https://example.com/film.mp4' },
    changes: [
      { id: `${id}-change`, change_id: 'fixed', content: '<p>A leak</p>' },
      { title: 'New', color: '#16a34a', content: '<p>A thing</p>' },
    ],
    project: web,
    labels: [speed, safety],
    attachments: [
      {
        id: `${id}-file`,
        type: 'FILE',
        content: { title: 'Notes', url: '/files/notes.pdf', size: 3, type: 'application/pdf' },
      },
      { id: `${id}-link`, type: 'LINK', content: { title: null, url: 'https://example.com/' } },
    ],
    contributors: [ada],
    ...over,
  };
}

/** A public milestone with every field set. */
export function milestone(id: string, over: Partial<Milestone> = {}): Milestone {
  return {
    ...Milestone.parse(milestoneRow(id)),
    project: api,
    labels: [safety],
    attachments: [
      {
        id: `${id}-link`,
        type: 'LINK',
        content: { title: 'Plan', url: 'https://example.com/plan' },
      },
    ],
    started_at: '2026-01-05T00:00:00.000Z',
    ...over,
  };
}

/** A small workspace in which every filter matches some items and excludes others. */
export function sample(): DataSet {
  const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}T00:00:00.000Z`;
  const times = { created_at: day(1), updated_at: day(2) };
  const hook = { isEnabled: true, lastTriggeredAt: null, updatedAt: day(9) };
  return DataSet.parse({
    workspace: {
      id: 'w-1',
      name: 'Sample',
      slug: 'sample',
      url: 'https://example.com/changelog',
      release_change_types: [{ id: 'fixed', title: 'Fixed', color: '#d97706' }],
      roadmap_status_types: [
        { id: 'doing', title: 'In progress', color: '#f59e0b', stage: 'IN_PROGRESS' },
      ],
    },
    projects: [web, api],
    labels: [speed, safety],
    contributors: [ada, { id: 'c-bob', name: 'Bob', avatar_url: null }],
    releases: [
      release('oldest', { created_at: day(1) }),
      release('draft', { status: 'DRAFT', released_at: null, created_at: day(2) }),
      release('hidden', { is_public: false, created_at: day(3), labels: [speed], project: api }),
      release('tie-b', { created_at: day(4), labels: [], project: null }),
      release('tie-a', { created_at: day(4), labels: [], project: null, hero: null }),
      release('timed', {
        status: 'SCHEDULED',
        scheduled_at: '2031-01-01T00:00:00.000Z',
        released_at: null,
        created_at: day(5),
        hero: { type: 'image', url: '/files/hero.png' },
      }),
    ],
    milestones: [
      milestone('first', { created_at: day(1) }),
      milestone('second', { created_at: day(2), is_public: false, project: null, labels: [] }),
      milestone('third', {
        created_at: day(3),
        status: 'Shipped',
        stage: 'COMPLETED',
        project: web,
      }),
    ],
    subscriber_lists: [
      { ...news, subscriber_count: 2, ...times },
      { ...alerts, subscriber_count: 1, ...times },
    ],
    subscribers: [
      { id: 'u-1', email: 'one@example.com', lists: [news], ...times },
      { id: 'u-2', email: 'two@example.com', lists: [alerts, news], ...times, created_at: day(3) },
      { id: 'u-3', email: 'three@example.com', lists: [], ...times, created_at: day(2) },
    ],
    incoming_webhooks: [
      {
        id: 'i-r',
        name: 'CI',
        type: 'RELEASE',
        url: 'https://old.example/in/token-for-releases-1',
        createdAt: day(1),
        ...hook,
      },
      {
        id: 'i-m',
        name: 'Plan',
        type: 'MILESTONE',
        url: 'https://old.example/in/token-for-milestones-1',
        createdAt: day(2),
        ...hook,
      },
      {
        id: 'i-s',
        name: 'Form',
        type: 'SUBSCRIBER',
        url: 'https://old.example/in/token-for-subscribers-1',
        createdAt: day(3),
        ...hook,
      },
    ],
  });
}
