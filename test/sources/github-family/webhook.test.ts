import { expect, test } from 'vitest';
import type { SourceEntry } from '../../../src/config/sources-file.ts';
import { hostPrefix } from '../../../src/sources/forge/forge.ts';
import { forgejoWebhook } from '../../../src/sources/forgejo/webhook.ts';
import { gitHubWebhook } from '../../../src/sources/github/webhook.ts';
import { readForgeEvent } from '../../../src/sources/github-family/webhook.ts';
import { forgejoPayloads } from '../../support/forgejo-webhooks.ts';
import { payloads } from '../../support/github-webhooks.ts';

const board: SourceEntry = { github: 'acme/board', private: false };
const changelog: SourceEntry = { changelog: 'packages/*/CHANGELOG.md' };
const markdown: SourceEntry = { markdown: 'releases', roadmap: 'plans' };
const dataset: SourceEntry = { dataset: 'past.json' };

const onForgejo: SourceEntry = {
  forgejo: 'https://forgejo.example/acme/board',
  token: 'FORGEJO_TOKEN',
  private: false,
};

function concernsForgejo(event: string, payload: object, sources: SourceEntry[], known = {}) {
  const read = readForgeEvent(forgejoWebhook, event, payload);
  return read?.concernsSite(sources, known) ?? false;
}

function concerns(event: string, payload: object, sources: SourceEntry[], known = {}): boolean {
  const read = readForgeEvent(gitHubWebhook, event, payload);
  return read?.concernsSite(sources, known) ?? false;
}

test.each([
  ['published', {}, true],
  ['edited', {}, true],
  ['deleted', {}, true],
  ['unpublished', { draft: true }, true],
  ['prereleased', {}, true],
  ['released', {}, true],
  ['created', {}, false],
  ['created', { draft: true }, false],
  ['edited', { draft: true }, false],
  ['deleted', { draft: true }, false],
])('an event %s of a release with %j concerns the site: %j', (action, over, expected) => {
  expect(concerns('release', payloads.release(action, over), [board])).toBe(expected);
});

test.each([
  ['acme/board', true],
  ['Acme/Board', true],
  ['acme/board2', false],
  ['other/board', false],
])('a release of %s concerns the site of acme/board: %j', (full_name, expected) => {
  const payload = payloads.release('published', {}, { full_name });
  expect(concerns('release', payload, [changelog, board])).toBe(expected);
});

test('a repository that was renamed is known by its id', () => {
  const payload = payloads.release('published', {}, { full_name: 'acme/new', id: 1000 });
  const known = { 1000: { first: 'board', name: 'board', source: 'github acme/board' } };
  expect(concerns('release', payload, [board])).toBe(false);
  expect(concerns('release', payload, [board], known)).toBe(true);
  expect(concerns('release', payload, [{ github: 'acme/other', private: false }], known)).toBe(
    false,
  );
});

test.each(['created', 'edited', 'closed', 'opened', 'deleted'])(
  'a milestone that was %s concerns a site with a roadmap of milestones',
  (action) => {
    const payload = payloads.milestone(action);
    const planned: SourceEntry = { github: 'acme/board', private: false, roadmap: 'milestones' };
    expect(concerns('milestone', payload, [planned])).toBe(true);
    expect(concerns('milestone', payload, [board])).toBe(false);
    expect(concerns('milestone', payload, [{ ...planned, github: 'acme/other' }])).toBe(false);
  },
);

const planned: SourceEntry = {
  ...board,
  roadmap: { issues: 'Roadmap', statuses: {}, authors: [] },
};

test.each([
  ['opened', ['roadmap'], undefined, true],
  ['edited', ['bug', 'ROADMAP'], undefined, true],
  ['closed', ['roadmap'], undefined, true],
  ['labeled', ['roadmap'], 'roadmap', true],
  ['unlabeled', [], 'roadmap', true],
  ['deleted', ['roadmap'], undefined, true],
  ['transferred', ['roadmap'], undefined, true],
  ['opened', [], undefined, false],
  ['labeled', ['bug'], 'bug', false],
  ['edited', ['roadmaps'], undefined, false],
])(
  'an issue that was %s with the labels %j and %j concerns the site: %j',
  (action, labels, label, expected) => {
    const payload = payloads.issues(action, labels, label);
    expect(concerns('issues', payload, [planned])).toBe(expected);
    expect(concerns('issues', payload, [board])).toBe(false);
    expect(concerns('issues', payload, [{ ...board, roadmap: 'milestones' }])).toBe(false);
    expect(concerns('issues', payload, [{ ...planned, github: 'acme/other' }])).toBe(false);
  },
);

test('on Forgejo, a change of labels concerns the site, because it does not name those that were lost', () => {
  const on = (action: string, labels: string[]) =>
    concernsForgejo(
      'issues',
      { ...forgejoPayloads.other(action), issue: { labels: labels.map((name) => ({ name })) } },
      [{ ...onForgejo, roadmap: { issues: 'roadmap', statuses: {}, authors: ['ada'] } }],
    );
  expect([on('edited', ['roadmap']), on('edited', ['bug'])]).toEqual([true, false]);
  expect([on('label_updated', ['bug']), on('label_cleared', [])]).toEqual([true, true]);
});

test('a repository that became private concerns the site', () => {
  expect(concerns('repository', payloads.repository('privatized'), [board])).toBe(true);
  expect(concerns('repository', payloads.repository('publicized'), [board])).toBe(false);
});

test.each([
  [{ modified: ['packages/engine/CHANGELOG.md'] }, true],
  [{ modified: ['site/packages/engine/CHANGELOG.md'] }, true],
  [{ modified: ['CHANGELOG.md'] }, false],
  [{ added: ['releases/1.md'] }, true],
  [{ added: ['releases/2026/1.md'] }, true],
  [{ removed: ['plans/one.md'] }, true],
  [{ modified: ['past.json', 'README.md'] }, true],
  [{ modified: ['README.md', 'src/past.json.ts'] }, false],
  [{}, false],
])('a push with the files %j concerns the site: %j', (files, expected) => {
  const sources = [board, changelog, markdown, dataset];
  expect(concerns('push', payloads.push(files), sources)).toBe(expected);
});

test.each([
  [{ modified: ['past.json'] }, true],
  [{ added: null, modified: ['README.md'] }, false],
  [{ added: ['past.json'], removed: 7 }, true],
])('a push of a commit with only %j concerns the site: %j', (commit, expected) => {
  const payload = { ...payloads.push({}), commits: [commit] };
  expect(concerns('push', payload, [board, dataset])).toBe(expected);
});

test('a push to a repository that is not listed does not concern files without a repository', () => {
  const payload = payloads.push({ modified: ['past.json'] });
  expect(concerns('push', payload, [dataset])).toBe(false);
});

test.each([
  ['another branch', { ref: 'refs/heads/topic' }, false],
  ['a tag', { ref: 'refs/tags/main' }, false],
  ['a forced push, which does not list what it removed', { forced: true }, true],
  ['a push with more commits than are listed', { commits: many(2048) }, true],
  ['a push with many commits', { commits: many(2047) }, false],
  ['a push without a list', { commits: null }, true],
])('%s', (_what, over, expected) => {
  expect(concerns('push', payloads.push({}, over), [board, changelog])).toBe(expected);
  expect(concerns('push', payloads.push({}, over), [board])).toBe(false);
});

test('a source of files with a repository of its own is changed by that one only', () => {
  const sources: SourceEntry[] = [{ changelog: 'CHANGELOG.md', repository: 'acme/engine' }, board];
  const files = { modified: ['CHANGELOG.md'] };
  const of = (full_name: string) =>
    payloads.push(files, { repository: { id: 5, full_name, default_branch: 'main' } });
  expect(concerns('push', of('acme/engine'), sources)).toBe(true);
  expect(concerns('push', of('acme/board'), sources)).toBe(false);
  expect(
    concerns('release', payloads.release('published', {}, { full_name: 'acme/engine' }), sources),
  ).toBe(false);
});

function many(count: number): object[] {
  return Array.from({ length: count }, () => ({ added: [], modified: ['README.md'], removed: [] }));
}

test.each([
  ['published', {}, {}, true],
  ['updated', {}, {}, true],
  ['deleted', {}, {}, true],
  ['updated', { draft: true }, {}, false],
  ['published', {}, { full_name: 'Acme/Board' }, true],
  ['published', {}, { full_name: 'acme/board2' }, false],
  ['published', {}, { instance: 'https://other.example' }, false],
  ['published', {}, { instance: 'https://forgejo.example/git' }, false],
])(
  'an event %s of a release on Forgejo with %j of %j concerns the site: %j',
  (action, over, about, expected) => {
    const payload = forgejoPayloads.release(action, over, about);
    expect(concernsForgejo('release', payload, [board, onForgejo])).toBe(expected);
  },
);

test('a repository on Forgejo that was renamed is known by its id and its instance', () => {
  const renamed = { full_name: 'acme/new', id: 1000 };
  const payload = forgejoPayloads.release('published', {}, renamed);
  const known = (key: string) => ({
    [key]: { first: 'board', name: 'board', source: 'forgejo https://forgejo.example/acme/board' },
  });
  const key = `${hostPrefix('forgejo', 'https://forgejo.example')}-1000`;
  expect(concernsForgejo('release', payload, [onForgejo], known(key))).toBe(true);
  expect(concernsForgejo('release', payload, [onForgejo], known('1000'))).toBe(false);
  const other = forgejoPayloads.release(
    'published',
    {},
    { ...renamed, instance: 'https://b.example' },
  );
  expect(concernsForgejo('release', other, [onForgejo], known(key))).toBe(false);
});

test.each([
  [{ modified: ['releases/1.md'] }, {}, true],
  [{ added: null, modified: ['README.md'], removed: null }, {}, false],
  [{ modified: ['README.md'] }, { total_commits: 2 }, true],
  [{ modified: ['releases/1.md'] }, { ref: 'refs/heads/topic' }, false],
])('a push on Forgejo with the files %j and %j concerns the site: %j', (files, over, expected) => {
  const sources = [onForgejo, markdown];
  expect(concernsForgejo('push', forgejoPayloads.push(files, over), sources)).toBe(expected);
});
