import { expect, test } from 'vitest';
import type { MilestoneEntry, ReleaseEntry } from '../../../src/model/content/content.ts';
import type { MissingAsset } from '../../../src/model/content/sync-cache.ts';
import type { Known, Origin } from '../../../src/model/content/sync-state.ts';
import { listMissing, mergeEntries } from '../../../src/sync/plan/entries.ts';
import { type Collected, decideUnread } from '../../../src/sync/read/decisions.ts';
import type { PreparedEntry } from '../../../src/sync/read/prepared-entry.ts';
import { milestoneEntry, releaseEntry } from '../../support/entries.ts';

/** What reading found out about entries. */
interface Found<E> {
  /** Digest of each public entry's inputs, by id. */
  sources?: Map<string, string>;
  prepared?: Map<string, PreparedEntry<E>>;
  kept?: string[];
  missing?: string[];
  /** Names of the sources of entries, and what these call them. */
  from?: Map<string, string>;
  origins?: Map<string, Origin>;
}

function collected<E>(found: Found<E> = {}): Collected<E> {
  const { sources = [], kept = [], missing = [] } = found;
  const fresh = Array.from(sources, ([id, source]) => {
    const one = found.prepared?.get(id);
    return { kind: 'fresh' as const, id, source, ...(one && { prepared: one }) };
  });
  const others = kept.map((id) => ({ kind: 'kept' as const, id, why: 'bad', isTooLarge: false }));
  const gone = missing.map((id) => ({ kind: 'missing' as const, id }));
  const decisions = [...fresh, ...others, ...gone].map((one) => {
    const owned = { ...one, from: found.from?.get(one.id), origin: found.origins?.get(one.id) };
    return [one.id, owned] as const;
  });
  return { ...decideUnread(), decisions: new Map(decisions) };
}

function prepared<E>(entry: E, over: Partial<PreparedEntry<E>> = {}): PreparedEntry<E> {
  return { entry, project: null, labels: [], types: [], notes: [], missing: [], ...over };
}

type Session = Parameters<typeof mergeEntries>[0];

const nothing: Session = {
  current: { releases: new Map(), milestones: new Map() },
  known: { releases: new Map(), milestones: new Map() },
  ids: undefined,
  allowMassDelete: false,
};

const knownOf = (known: Record<string, Partial<Known>>) =>
  new Map(
    Object.entries(known).map(([id, one]) => [id, { slug: id, source: `${id} before`, ...one }]),
  );

/** The content folder has the releases `current`, and its state is `known`. */
const sessionOf = (
  current: ReleaseEntry[],
  known: Record<string, Partial<Known>> = {},
): Session => ({
  ...nothing,
  current: { ...nothing.current, releases: new Map(current.map((entry) => [entry.id, entry])) },
  known: { ...nothing.known, releases: knownOf(known) },
});

interface Given extends Partial<Pick<Session, 'ids' | 'allowMassDelete'>> {
  current?: ReleaseEntry[];
  known?: Record<string, Partial<Known>>;
  collected: Found<ReleaseEntry>;
}

function mergeReleases({ current = [], known, collected: own, ...over }: Given) {
  const session = { ...sessionOf(current, known), ...over };
  return mergeEntries(session, { releases: collected(own), milestones: collected() });
}

const missing: MissingAsset[] = [{ key: 'k' }];

test('lists entries by slug, and their state by id', () => {
  const slugs = { c: 'x', a: 'z', b: 'y' };
  const current = Object.entries(slugs).map(([id, slug]) => releaseEntry(id, { slug }));
  const { releases } = mergeReleases({
    current,
    known: { c: { slug: 'x' }, a: { slug: 'z' }, b: { slug: 'y' } },
    collected: { sources: new Map(['a', 'c', 'b'].map((id) => [id, `${id} now`])) },
  });
  expect(releases.entries.map(({ slug }) => slug)).toEqual(['x', 'y', 'z']);
  expect([...releases.known.keys()]).toEqual(['a', 'b', 'c']);
  const { project, labels } = releaseEntry('a');
  expect(releases.known.get('a')).toEqual({ slug: 'z', source: 'a now', project, labels });
});

test('of two new entries with one slug, the earlier one keeps it', () => {
  const late = releaseEntry('a', { slug: 'same', released_at: '2026-02-01T00:00:00.000Z' });
  const early = releaseEntry('b', { slug: 'same', released_at: '2026-01-01T00:00:00.000Z' });
  const { releases } = mergeReleases({
    collected: {
      sources: new Map([
        ['a', '1'],
        ['b', '2'],
      ]),
      prepared: new Map([
        ['a', prepared(late)],
        ['b', prepared(early)],
      ]),
    },
  });
  expect(releases.known.get('b')?.slug).toBe('same');
  expect(releases.known.get('a')?.slug).not.toBe('same');
});

test('of two new milestones with one slug, the one that was made first keeps it', () => {
  const [none, late, early] = [
    milestoneEntry('a', { slug: 'same', created_at: '2026-02-01T00:00:00.000Z' }),
    milestoneEntry('b', { slug: 'same', created_at: '2026-01-01T00:00:00.000Z' }),
    milestoneEntry('c', { slug: 'other', created_at: null }),
  ];
  const all = [none, late, early];
  const { milestones } = mergeEntries(nothing, {
    releases: collected(),
    milestones: collected({
      sources: new Map(all.map(({ id }) => [id, id])),
      prepared: new Map(all.map((one) => [one.id, prepared(one)])),
    }),
  });
  expect(milestones.known.get('b')?.slug).toBe('same');
  expect(milestones.known.get('a')?.slug).not.toBe('same');
  expect(milestones.known.get('c')?.slug).toBe('other');
});

test('an entry that could not be read stays with its input, and so does one whose removal is withheld', () => {
  const current = [releaseEntry('kept'), releaseEntry('withheld')];
  const { releases } = mergeReleases({
    current,
    known: { kept: {}, withheld: {} },
    collected: {
      kept: ['kept'],
      missing: ['withheld'],
      from: new Map([['withheld', 'changelog: CHANGELOG.md']]),
    },
  });
  expect(releases.withheld).toEqual(['withheld']);
  expect(releases.known.get('kept')?.source).toBe('kept before');
  expect(releases.known.get('withheld')?.source).toBe('withheld before');
});

test('entries without a state of an earlier sync stay, too', () => {
  const { releases } = mergeReleases({
    current: [releaseEntry('kept'), releaseEntry('withheld')],
    collected: {
      kept: ['kept'],
      missing: ['withheld'],
      from: new Map([['withheld', 'changelog: CHANGELOG.md']]),
    },
  });
  expect([...releases.known].map(([id, { source }]) => [id, source])).toEqual([
    ['kept', ''],
    ['withheld', ''],
  ]);
});

test('removes a missing entry if removals are allowed', () => {
  const { releases } = mergeReleases({
    current: [releaseEntry('gone')],
    known: { gone: {} },
    collected: { missing: ['gone'] },
    allowMassDelete: true,
  });
  expect([releases.entries, releases.withheld, releases.known.size]).toEqual([[], [], 0]);
});

test('a sync by id keeps the state of entries that it did not read', () => {
  const sources = new Map([['a', '1']]);
  const given = {
    current: [releaseEntry('a')],
    known: { a: {}, other: {} },
    collected: { sources },
  };
  expect([...mergeReleases({ ...given, ids: ['a'] }).releases.known.keys()]).toEqual([
    'a',
    'other',
  ]);
  expect([...mergeReleases(given).releases.known.keys()]).toEqual(['a']);
});

test('keeps notes and missing files of an unchanged entry in the state', () => {
  const { releases } = mergeReleases({
    current: [releaseEntry('a'), releaseEntry('b'), releaseEntry('c')],
    known: { a: { notes: ['a table was cut'], incomplete: true }, b: { notes: [] } },
    collected: {
      sources: new Map([
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ]),
    },
  });
  expect(releases.known.get('a')).toMatchObject({ notes: ['a table was cut'], incomplete: true });
  for (const id of ['b', 'c']) {
    expect(releases.known.get(id)).not.toHaveProperty('notes');
    expect(releases.known.get(id)).not.toHaveProperty('incomplete');
  }
});

test('a prepared entry replaces the notes and missing files of the state', () => {
  const { releases } = mergeReleases({
    current: [releaseEntry('a'), releaseEntry('b')],
    known: { a: { notes: ['old'], incomplete: true }, b: {} },
    collected: {
      sources: new Map([
        ['a', '1'],
        ['b', '2'],
      ]),
      prepared: new Map([
        ['a', prepared(releaseEntry('a'))],
        ['b', prepared(releaseEntry('b'), { notes: ['new'], missing })],
      ]),
    },
  });
  expect(releases.known.get('a')).not.toHaveProperty('notes');
  expect(releases.known.get('a')).not.toHaveProperty('incomplete');
  expect(releases.known.get('b')).toMatchObject({ notes: ['new'], incomplete: true });
});

test('keeps the source of an entry, and what the source calls it', () => {
  const before = { from: 'github: acme/web', tag: 'v1', upstream: '7' };
  const ids = ['same', 'named', 'other', 'unread', 'new', 'nameless'];
  const { releases } = mergeReleases({
    current: ids.map((id) => releaseEntry(id)),
    known: { same: before, named: before, other: before, unread: before },
    collected: {
      sources: new Map(ids.map((id) => [id, '1'])),
      from: new Map([
        ['same', 'github: acme/web'],
        ['named', 'github: acme/web'],
        ['other', 'changelog: CHANGELOG.md'],
        ['unread', 'github: acme/web'],
        ['new', 'github: acme/web'],
      ]),
      origins: new Map([
        ['named', { tag: 'v2' }],
        ['new', { upstream: '9' }],
      ]),
    },
  });
  const originOf = (id: string) => {
    const { from, tag, upstream } = releases.known.get(id) ?? {};
    return { from, tag, upstream };
  };
  expect(originOf('same')).toEqual(before);
  expect(originOf('named')).toEqual({ from: before.from, tag: 'v2', upstream: undefined });
  expect(originOf('other')).toEqual({ from: 'changelog: CHANGELOG.md' });
  expect(originOf('unread')).toEqual(before);
  expect(originOf('new')).toEqual({ from: before.from, tag: undefined, upstream: '9' });
  expect(originOf('nameless')).toEqual({});
  expect(Object.keys(releases.known.get('named') ?? {})).not.toContain('upstream');
  expect(Object.keys(releases.known.get('new') ?? {})).not.toContain('tag');
});

test('with one source, the state names none', () => {
  const { releases } = mergeReleases({
    current: [releaseEntry('a')],
    known: { a: { from: 'github: acme/web', tag: 'v1' } },
    collected: { sources: new Map([['a', '1']]) },
  });
  expect(Object.keys(releases.known.get('a') ?? {})).toEqual([
    'slug',
    'source',
    'project',
    'labels',
  ]);
});

test('lists the files that entries lack: new findings, and those that earlier syncs remember', () => {
  const current = ['old', 'whole', 'bad', 'fine'].map((id) => releaseEntry(id));
  const decisions = {
    releases: collected({
      sources: new Map(current.map(({ id }) => [id, '1'])),
      prepared: new Map([
        ['bad', prepared(releaseEntry('bad'), { missing })],
        ['fine', prepared(releaseEntry('fine'))],
      ]),
    }),
    milestones: collected<MilestoneEntry>(),
  };
  const session = sessionOf(current, { old: { incomplete: true }, whole: {} });
  const remembered: MissingAsset[] = [{ key: 'remembered' }];
  const all = listMissing(mergeEntries(session, decisions), decisions, {
    findMissing: () => remembered,
  });
  expect([...all]).toEqual([
    ['releases/bad', missing],
    ['releases/old', remembered],
  ]);
});
