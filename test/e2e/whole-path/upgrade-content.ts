import { createPair } from '../../../src/model/content/colour-pair.ts';
import { releaseEntry, workspaceEntry } from '../../support/entries.ts';
import type { WrittenContent } from './written-site.ts';

const types = [
  ['breaking', 'Breaking', '#b91c1c'],
  ['security', 'Security', '#7c2d12'],
  ['changed', 'Changed', '#1d4ed8'],
  ['new', 'New', '#15803d'],
  ['fixed', 'Fixed', '#a16207'],
  ['schema', 'Schema', '#6d28d9'],
] as const;

const day = (n: number) => new Date(Date.UTC(2024, 0, 1 + 9 * n)).toISOString();

/** A text of several lines, so that plans list the titles of changes. */
const steps = `<p>${'Copy the new token to each of your servers. '.repeat(30)}</p>`;

/** Versions of the API, oldest first. */
const api = Array.from({ length: 64 }, (_, n) => {
  const version = `${1 + Math.floor(n / 20)}.${n % 20}.0`;
  return releaseEntry(`api-${version.replaceAll('.', '-')}`, {
    title: `API ${version}`,
    version,
    project: 'p-api',
    released_at: day(n),
    changes: [
      ...(n % 20 === 0
        ? [
            {
              type: 'breaking',
              html: `<p>Tokens of version ${n} are no longer read.</p><p>Ask for new ones at <a href="https://example.com/tokens">the desk</a>.</p>${steps}`,
            },
          ]
        : []),
      ...(n % 7 === 0
        ? [{ type: 'schema', html: `The column <code>c_${n}</code> has another type` }]
        : []),
      { type: 'new', html: `Endpoint <code>/things/${n}</code>` },
      { type: 'fixed', html: `Answer ${n} &amp; its <em>length</em> agree` },
    ],
  });
});

const shared = { type: 'security', html: 'A session ends where its password is changed' };

/**
 * One project has semantic versions, one has names ordered by date, and one release has no project.
 */
export const upgradeContent: WrittenContent = {
  workspace: {
    ...workspaceEntry,
    change_types: types.map(([slug, title, color]) => ({ slug, title, color: createPair(color) })),
  },
  projects: [
    { id: 'p-api', slug: 'api', name: 'API' },
    { id: 'p-app', slug: 'app', name: 'The “app” <of> all' },
  ],
  labels: [],
  releases: [
    ...api,
    // A release from a maintenance branch: a lower version than earlier releases.
    releaseEntry('api-2-19-1', {
      version: '2.19.1',
      title: 'API 2.19.1',
      project: 'p-api',
      released_at: day(70),
      changes: [shared],
    }),
    releaseEntry('api-4-4-0', {
      version: '4.4.0',
      title: 'API 4.4.0',
      project: 'p-api',
      released_at: day(71),
      changes: [shared, { type: null, html: '<strong>Lists</strong> are sorted by name' }],
    }),
    releaseEntry('api-5-0-0-beta-1', {
      version: '5.0.0-beta.1',
      title: 'API 5.0.0-beta.1',
      project: 'p-api',
      is_pre_release: true,
      released_at: day(72),
      changes: [{ type: 'breaking', html: 'The old endpoints are gone' }],
    }),
    ...['Hedgehog', 'Fox', 'Owl'].map((version, n) =>
      releaseEntry(`app-${version.toLowerCase()}`, {
        version,
        title: `App ${version}`,
        project: 'p-app',
        released_at: day(n),
        changes: n === 2 ? [] : [{ type: 'new', html: `What ${version} brings` }],
      }),
    ),
    releaseEntry('alone', { version: '0.1.0', title: 'Alone', released_at: day(1) }),
  ],
  milestones: [],
};
