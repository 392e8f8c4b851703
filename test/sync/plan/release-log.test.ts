import { describe, expect, test } from 'vitest';
import type { EntryChange, ReleaseEntry } from '../../../src/model/content/content.ts';
import {
  type CorrectionPart,
  changeKey,
  maxCorrections,
  type ReleaseLog,
} from '../../../src/model/content/release-log.ts';
import { nextReleaseLog } from '../../../src/sync/plan/release-log.ts';
import { releaseEntry } from '../../support/entries.ts';

const now = new Date('2026-06-03T12:00:00.000Z');
const minutesAgo = (count: number) => new Date(now.getTime() - count * 60_000).toISOString();
const change = (text: string): EntryChange => ({ type: null, html: `<p>${text}</p>` });
const key = (text: string) => changeKey(change(text));
const release = (texts: string[], over: Partial<ReleaseEntry> = {}) =>
  releaseEntry('r', { changes: texts.map(change), ...over });
const added = (text: string): CorrectionPart => ({ kind: 'added', key: key(text) });
const empty: ReleaseLog = { prepared: 'p', first_seen: {}, corrections: [] };
const known = (source: string) => new Map([['r', { slug: 'r', source }]]);

interface Sync {
  log?: ReleaseLog | undefined;
  before?: ReleaseEntry | undefined;
  after?: ReleaseEntry | undefined;
  sources?: [before: string, after: string];
  prepared?: string;
  /** Whether the release is public, although its record was not read. */
  isUnread?: boolean;
  kept?: string[];
  knowsAll?: boolean;
  knownProjects?: string[];
}

/**
 * The log after a sync in which the release and its record changed; equal `sources` mean an
 * unchanged record.
 */
function logAfter({ before, after, sources = ['1', '2'], isUnread, ...over }: Sync): ReleaseLog {
  return nextReleaseLog({
    log: empty,
    knowsAll: true,
    knownProjects: [],
    prepared: 'p',
    changeTypes: [{ slug: 'security', title: 'Security', color: null }],
    needsAction: (type, html) => type?.title === 'Security' || html.includes('BREAKING'),
    now,
    before: new Map(before ? [['r', before]] : []),
    after: after ? [after] : [],
    kept: [],
    sources: {
      before: before || isUnread ? known(sources[0]) : new Map(),
      after: after || isUnread ? known(sources[isUnread ? 0 : 1]) : new Map(),
    },
    ...over,
  });
}
const partsAfter = (sync: Sync) => logAfter(sync).corrections.map(({ parts }) => parts);

test('records each kind of correction', () => {
  const before = release(['one', 'two', 'three']);
  const released_at = '2026-01-01T00:00:00.000Z';
  const changed = { version: '2.0', released_at, is_pre_release: true };
  expect(logAfter({ before, after: release(['one', 'two', 'three', 'four']) }).corrections).toEqual(
    [{ release: 'r', at: now.toISOString(), parts: [added('four')] }],
  );
  expect(partsAfter({ before, after: release(['one', '2'], changed) })).toEqual([
    [
      { kind: 'removed', count: 1 },
      { kind: 'reworded', count: 1, keys: [key('2')] },
      { kind: 'version' },
      { kind: 'date' },
      { kind: 'pre-release' },
    ],
  ]);
});

test('records whether the release was a pre-release before', () => {
  const sync = { before: release(['one'], { is_pre_release: true }), after: release(['one', '2']) };
  expect(logAfter(sync).corrections).toMatchObject([{ release: 'r', was_pre_release: true }]);
});

test('the log contains no text', () => {
  const log = logAfter({ before: release(['secret']), after: release(['other', 'hidden']) });
  expect(JSON.stringify(log)).not.toMatch(/secret|other|hidden/);
});

const [before, after] = [release(['one']), release(['one', 'two'])];

test.each<[string, Sync]>([
  ['a first sync, or one whose log was lost', { log: undefined, before, after }],
  ['a new release', { after }],
  ['a record that did not change', { before, after, sources: ['1', '1'] }],
  ['an entry that was edited by hand', { before, after, sources: ['', '2'] }],
  ['another preparation', { before, after, prepared: 'other' }],
  ['an edit of its body', { before, after: { ...before, body: '<p>New</p>', title: 'New' } }],
])('records nothing for %s', (_what, sync) => {
  expect(partsAfter(sync)).toEqual([]);
});

test('records nothing for a release that is prepared in a new way at a later sync', () => {
  const kept = logAfter({ before, after: before, sources: ['1', '1'], prepared: 'other' });
  expect(kept).toMatchObject({ prepared: 'other', stale: ['r'] });
  const by = { prepared: 'other', isUnread: true };
  expect(logAfter({ log: kept, ...by })).toMatchObject({ corrections: [] });
  const settled = logAfter({ log: kept, before, after, prepared: 'other' });
  expect(settled).toMatchObject({ corrections: [], prepared: 'other' });
  expect(settled).not.toHaveProperty('stale');
  expect(
    partsAfter({ log: settled, before: after, after: before, prepared: 'other' }),
  ).toHaveLength(1);
});

test('marks an added change that needs action, by its type or its text', () => {
  const security = { ...change('a hole'), type: 'security' };
  const corrected = { ...before, changes: [...before.changes, change('BREAKING two'), security] };
  const action = { action: true as const };
  const parts = [
    { ...added('BREAKING two'), ...action },
    { ...added('a hole'), ...action },
  ];
  const log = logAfter({ before, after: corrected });
  expect(log.corrections[0]?.parts).toEqual(parts);
  const renamed = {
    ...corrected,
    changes: corrected.changes.map((one) => ({ ...one, type: null })),
  };
  expect(partsAfter({ log, before: corrected, after: renamed })).toEqual([parts]);
});

test('records nothing for a release that could not be read when the log was lost', () => {
  const lost = logAfter({
    log: undefined,
    before,
    after: before,
    sources: ['1', '1'],
    kept: ['r'],
  });
  expect(lost).toMatchObject({ stale: ['r'], corrections: [] });
  expect(partsAfter({ log: lost, before, after })).toEqual([]);
  const read = logAfter({ log: undefined, before, after: before, sources: ['1', '1'] });
  expect(partsAfter({ log: read, before, after })).toHaveLength(1);
});

test('in the first fifteen minutes, records only added changes that need action', () => {
  const sync = (seen: string, text = 'two') => ({
    log: { ...empty, first_seen: { r: seen } },
    before: release(['one']),
    after: release(['one', text], { version: '2.0' }),
  });
  const action = { ...added('BREAKING two'), action: true };
  expect(partsAfter(sync(minutesAgo(14)))).toEqual([]);
  expect(partsAfter(sync(minutesAgo(14), 'BREAKING two'))).toEqual([[action]]);
  expect(partsAfter(sync(minutesAgo(15)))).toEqual([[added('two'), { kind: 'version' }]]);
  const rewording = { ...sync(minutesAgo(1)), after: release(['eleven'], { version: '2.0' }) };
  expect(partsAfter(rewording)).toEqual([]);
});

test('a release from the first sync counts as first seen at its release date', () => {
  const released_at = minutesAgo(14);
  const sync = {
    before: release(['one'], { released_at }),
    after: release(['1'], { released_at }),
  };
  expect(partsAfter(sync)).toEqual([]);
});

const corrected = logAfter({ before, after });

test('the key of an added change changes with its rewording, and is removed with the change', () => {
  const next = { log: corrected, before: after };
  expect(partsAfter({ ...next, after: release(['one', 'zwei']) })).toEqual([
    [added('zwei')],
    [{ kind: 'reworded', count: 1, keys: [key('zwei')] }],
  ]);
  expect(partsAfter({ ...next, after: before })).toEqual([[{ kind: 'removed', count: 1 }]]);
});

test('the keys of reworded changes follow later edits', () => {
  const after = release(['one', 'two!']);
  const log = logAfter({ before: release(['one', 'two']), after });
  const keysOf = (texts: string[]) => partsAfter({ log, before: after, after: release(texts) })[0];
  const keys = (text: string) => [{ kind: 'reworded', count: 1, keys: [key(text)] }];
  expect(keysOf(['one', 'two!'])).toEqual(keys('two!'));
  expect(keysOf(['one', 'two?'])).toEqual(keys('two?'));
  expect(keysOf(['one'])).toEqual([{ kind: 'reworded', count: 1, keys: [] }]);
});

test('removes what it knows about a withdrawn release', () => {
  const log = { ...corrected, first_seen: { r: minutesAgo(99) } };
  expect(logAfter({ log, before: after })).toEqual(empty);
  expect(logAfter({ log, before: after, isUnread: true })).toEqual(log);
});

test('two corrections of a release get different times, even if the clock was set back', () => {
  const later = {
    release: 'r',
    at: '2026-07-01T00:00:00.000Z',
    parts: [{ kind: 'date' as const }],
  };
  const { corrections } = logAfter({ log: { ...empty, corrections: [later] }, before, after });
  expect(corrections.map(({ at }) => at)).toEqual([later.at, '2026-07-01T00:00:00.001Z']);
});

test('records when a release was first seen', () => {
  const log = { ...empty, first_seen: { r: minutesAgo(99) } };
  expect(logAfter({ after }).first_seen).toEqual({ r: now.toISOString() });
  expect(logAfter({ log, before, after }).first_seen).toEqual(log.first_seen);
});

test('a release from a first sync, or with a lost log, was first seen at its release date', () => {
  const { released_at } = before;
  const moved = { ...after, released_at: minutesAgo(5) };
  expect(logAfter({ log: undefined, knowsAll: false, after }).first_seen).toEqual({
    r: released_at,
  });
  for (const log of [undefined, empty])
    expect(logAfter({ log, before, after: moved }).first_seen).toEqual({ r: released_at });
  expect(logAfter({ log: undefined, after }).first_seen).toEqual({ r: now.toISOString() });
});

test('records when a release moved to a project that has other releases', () => {
  const [before, after] = [release([], { project: 'old' }), release([], { project: 'new' })];
  const moved = { r: now.toISOString() };
  const log = { ...empty, moved };
  expect(logAfter({ before, after, knownProjects: ['new'] }).moved).toEqual(moved);
  expect(logAfter({ before: after, after, log, knownProjects: ['new'] }).moved).toEqual(moved);
  expect(logAfter({ log, knownProjects: ['new'], isUnread: true }).moved).toEqual(moved);
  expect(logAfter({ before, after: release([], { project: null }) })).not.toHaveProperty('moved');
  expect(logAfter({ before, log })).not.toHaveProperty('moved');
});

test('all releases that move to a new project stay in their weeks', () => {
  const [before, after] = [release([], { project: null }), release([], { project: 'new' })];
  expect(logAfter({ before, after })).not.toHaveProperty('moved');
});

test('an entry that was edited by hand and has no valid date leaves a valid log', () => {
  const edited = { ...before, released_at: 'soon' };
  expect(logAfter({ before: edited, after: edited }).first_seen).toEqual({});
});

test(`keeps ${maxCorrections} corrections, and drops the oldest`, () => {
  const corrections = Array.from({ length: maxCorrections }, (_, n) => ({
    release: 'r',
    at: new Date(Date.parse('2026-01-01T00:00:00.000Z') + n).toISOString(),
    parts: [{ kind: 'date' as const }],
  }));
  const log = logAfter({ log: { ...empty, corrections }, before, after });
  expect(log.corrections).toHaveLength(maxCorrections);
  expect([log.corrections[0], log.corrections.at(-1)?.parts]).toEqual([
    corrections[1],
    [added('two')],
  ]);
});

describe('the time at which a release is first seen', () => {
  const own = '2020-02-02T00:00:00.000Z';
  const today = now.toISOString();
  const entry = (id: string, project: string | null) =>
    releaseEntry(id, { project, released_at: own });
  const knownFrom = (froms: Record<string, string | undefined>) =>
    new Map(
      Object.entries(froms).map(([slug, from]) => [
        slug,
        { slug, source: '1', ...(from && { from }) },
      ]),
    );

  test.each<[string, { project: string | null; from?: string; shown?: string }, string]>([
    ['of a known source and project', { project: 'p', from: 'a' }, today],
    ['without a project', { project: null, from: 'a' }, today],
    ['of an API alone', { project: 'p' }, today],
    ['of a source that was added', { project: 'p', from: 'b' }, own],
    ['of a new project', { project: 'q', from: 'a' }, own],
    ['of a new project of an API', { project: 'q' }, own],
    ['of a project that is shown from now on', { project: 'q', from: 'a', shown: 'q' }, today],
  ])('a new release %s', (_, { project, from, shown = 'p' }, seen) => {
    const before = [entry('old', shown === 'p' ? 'p' : null)];
    const log = nextReleaseLog({
      log: { ...empty, first_seen: { old: own } },
      knowsAll: true,
      prepared: 'p',
      changeTypes: [],
      needsAction: () => false,
      now,
      kept: [],
      knownProjects: shown === 'p' ? ['p'] : [],
      before: new Map(before.map((one) => [one.id, one])),
      after: [entry('old', shown), entry('new', project)],
      sources: {
        before: knownFrom({ old: from && 'a' }),
        after: knownFrom({ old: from && 'a', new: from }),
      },
    });
    expect(log.first_seen).toEqual({ old: own, new: seen });
  });
});
