import { expect, test } from 'vitest';
import { emptyLedger, type Ledger } from '../../../src/tools/announce/ledger.ts';
import { planAnnouncements, toMessages } from '../../../src/tools/announce/plan.ts';
import { item, target, withRows } from './targets.ts';

const now = new Date('2026-06-01T12:00:00Z');
const plan = (
  ledger: Ledger,
  items: ReturnType<typeof item>[],
  targets = [target('a')],
  options = {},
) => planAnnouncements(ledger, items, targets, { now, yes: false, ...options });
/** The ledger of a site that has run before with these items. */
const after = (...ids: string[]) =>
  plan(
    emptyLedger,
    ids.map((id) => item(id)),
  ).ledger;
const sentTo = ({ due }: ReturnType<typeof plan>) =>
  toMessages(due.filter(({ row }) => row.state === 'claimed')).map(
    ({ target, due }) => `${target.name}: ${due.map(({ item }) => item.id).join(' ')}`,
  );
const many = (count: number) => Array.from({ length: count }, (_, n) => item(`m${n}`));

test('a first run, a lost ledger and a new target only take note', () => {
  const first = plan(emptyLedger, [item('1'), item('2')]);
  expect([sentTo(first), first.baseline.get('a')]).toEqual([[], 2]);
  const more = plan(first.ledger, [item('1'), item('3')], [target('a'), target('b')]);
  expect(sentTo(more)).toEqual(['a: 3']);
  expect(more.baseline.get('b')).toBe(2);
});

test('only what is new and at most seven days old is announced', () => {
  const items = [item('1'), item('2'), item('old', { at: '2026-05-20T10:00:00Z' })];
  expect(sentTo(plan(after('1'), items))).toEqual(['a: 2']);
});

test('an import that gives releases other ids announces nothing', () => {
  expect(sentTo(plan(after('1'), [item('9', { name: 'Board 1' })]))).toEqual([]);
});

test('more than three releases are one message, and more than ten are held until --yes', () => {
  expect(sentTo(plan(after('1'), many(3)))).toEqual(['a: m0', 'a: m1', 'a: m2']);
  expect(sentTo(plan(after('1'), many(4)))).toEqual(['a: m0 m1 m2 m3']);
  const held = plan(after('1'), many(11));
  expect(sentTo(held)).toEqual([]);
  const { ledger } = held;
  expect(sentTo(plan(ledger, many(11)))).toEqual([]);
  expect(sentTo(plan(ledger, many(11), undefined, { yes: true }))).toHaveLength(1);
});

test.each([
  [{ projects: ['board'] }, ['1', '2', '3']],
  [{ projects: ['Web'] }, []],
  [{ stable: true }, ['1', '3']],
  [{ labels: ['API'] }, ['3']],
  [{ types: ['Security'] }, ['3']],
])('a target with %j gets %j', (filters, ids) => {
  const items = [
    item('1'),
    item('2', { isPreRelease: true }),
    item('3', { labels: ['API'], types: ['Security'] }),
    item('4', { channels: [] }),
    item('1@x', { isCorrection: true }),
  ];
  const before = plan(emptyLedger, [], [target('a')]).ledger;
  expect(sentTo(plan(before, items, [target('a', filters)]))).toEqual(ids.map((id) => `a: ${id}`));
});

test('names projects of rules that no release has', () => {
  const targets = [target('a', { projects: ['board', 'Bord'] }), target('b')];
  const { unknownProjects } = plan(emptyLedger, [item('1')], targets);
  expect(unknownProjects).toEqual([{ target: 'a', project: 'Bord' }]);
});

test('corrections that need action are messages of their own, if the target wants them', () => {
  const items = [...many(4), item('m0@x', { isCorrection: true, name: 'Board m0 @ x' })];
  const targets = [target('a', { corrections: 'action' })];
  expect(sentTo(plan(after('1'), items, targets))).toEqual(['a: m0 m1 m2 m3', 'a: m0@x']);
});

test('what was claimed when a process died is unknown, and is not sent again by itself', () => {
  const row = { target: 'a', item: '2', state: 'claimed' as const, at: now.toISOString() };
  const next = plan(withRows(after('1'), [row]), [item('1'), item('2')]);
  expect([sentTo(next), next.ledger.rows[0]?.state]).toEqual([[], 'unknown']);
  const later = plan(next.ledger, [item('2')]);
  expect([sentTo(later), later.ledger.rows[0]?.state]).toEqual([[], 'unknown']);
});

test.each([
  [true, 'all', ['a: 2', 'a: 3', 'b: 2']],
  ['b', 'those of a target', ['b: 2']],
  ['2', 'those of a release', ['a: 2', 'b: 2']],
  ['c', 'none', []],
])(
  'with %j, %s of the unknown messages are sent again, or are noted as sent',
  (which, _what, chosen) => {
    const at = now.toISOString();
    const unknown = ['a 2', 'a 3', 'b 2'].map((one) => {
      const [name = '', id = ''] = one.split(' ');
      return { target: name, item: id, state: 'unknown' as const, at, why: 'timeout' };
    });
    const targets = [target('a'), target('b')];
    const items = ['1', '2', '3'].map((id) => item(id));
    const ledger = withRows(plan(emptyLedger, items, targets).ledger, unknown);
    const again = plan(ledger, items, targets, { retryUnknown: which });
    expect(sentTo(again)).toEqual(chosen);
    const confirmed = plan(ledger, items, targets, { confirmUnknown: which });
    expect(sentTo(confirmed)).toEqual([]);
    const rows = confirmed.ledger.rows.map((row) => [`${row.target}: ${row.item}`, row.state]);
    expect(rows).toEqual(
      ['a: 2', 'a: 3', 'b: 2'].map((one) => [one, chosen.includes(one) ? 'sent' : 'unknown']),
    );
  },
);

test.each(['held', 'failed'] as const)('what is %s is tried again', (state) => {
  const row = { target: 'a', item: '2', state, at: now.toISOString() };
  expect(sentTo(plan(withRows(after('1', '2'), [row]), [item('2')]))).toEqual(['a: 2']);
});

test('a withdrawn release that was announced is reported once', () => {
  const sent = { target: 'a', item: '1', state: 'sent' as const, at: now.toISOString() };
  const gone = plan(withRows(after('1'), [sent]), []);
  expect(gone.withdrawn).toEqual(['Board 1']);
  expect(plan(gone.ledger, []).withdrawn).toEqual([]);
});

test('the ledger forgets what is older than a year, and items that are too old to be announced', () => {
  const old = { target: 'a', item: 'x', state: 'sent' as const, at: '2025-05-01T00:00:00Z' };
  const { ledger } = plan(withRows(after('1'), [old]), [item('y', { at: '2025-05-01T00:00:00Z' })]);
  expect([ledger.rows, Object.keys(ledger.seen)]).toEqual([[], ['1']]);
});

test('unknown messages that are sent again are held like others, until --yes', () => {
  const at = now.toISOString();
  const rows = many(11).map(({ id }) => ({ target: 'a', item: id, state: 'unknown' as const, at }));
  const held = plan(withRows(after('1'), rows), many(11), undefined, { retryUnknown: true });
  expect(sentTo(held)).toEqual([]);
  expect(sentTo(plan(held.ledger, many(11), undefined, { yes: true }))).toHaveLength(1);
});

test('an import is no withdrawal, and two releases may have one name', () => {
  const sent = { target: 'a', item: '1', state: 'sent' as const, at: now.toISOString() };
  const moved = plan(withRows(after('1'), [sent]), [item('9', { name: 'Board 1' })]);
  expect([moved.withdrawn, sentTo(moved)]).toEqual([[], []]);
  expect(sentTo(plan(after('1'), [item('1'), item('2', { name: 'Board 1' })]))).toEqual(['a: 2']);
});

test.each([
  ['the chosen ones, whatever their rules say', ['b'], ['b: 2']],
  ['all that were chosen', ['a', 'b'], ['a: 2', 'b: 2']],
  ['nobody, if nobody was chosen', [], []],
  ['no target that does not exist', ['gone'], []],
])('a release with channels is announced to %s', (_what, channels, sent) => {
  const targets = [target('a'), target('b', { projects: ['Other'], stable: true })];
  const chosen = item('2', { channels, isPreRelease: true });
  const before = plan(emptyLedger, [item('1')], targets).ledger;
  expect(sentTo(plan(before, [item('1'), chosen], targets))).toEqual(sent);
});

test('channels that are chosen after a release was seen are announced once', () => {
  const seen = plan(after('1'), [item('1'), item('2', { channels: [] })]).ledger;
  const chosen = [item('1'), item('2', { channels: ['a'] })];
  const next = plan(seen, chosen);
  expect(sentTo(next)).toEqual(['a: 2']);
  const row = { target: 'a', item: '2', state: 'sent' as const, at: now.toISOString() };
  expect(sentTo(plan(withRows(next.ledger, [row]), chosen))).toEqual([]);
  const late = { now: new Date('2026-06-09T12:00:00Z') };
  expect(sentTo(plan(seen, chosen, undefined, late))).toEqual([]);
});

test('releases whose channels were chosen before a first run or a new target are not announced', () => {
  const chosen = [item('1', { channels: ['a', 'b'] })];
  const first = plan(emptyLedger, chosen);
  expect(sentTo(plan(first.ledger, chosen))).toEqual([]);
  const targets = [target('a'), target('b')];
  const added = plan(first.ledger, chosen, targets);
  expect(sentTo(plan(added.ledger, chosen, targets))).toEqual([]);
});

test('a correction goes to the chosen targets that take corrections', () => {
  const targets = [
    target('a'),
    target('b', { corrections: 'action' }),
    target('c', { corrections: 'action' }),
  ];
  const before = plan(emptyLedger, [item('1')], targets).ledger;
  const corrected = item('1@x', { isCorrection: true, channels: ['a', 'b'] });
  expect(sentTo(plan(before, [item('1'), corrected], targets))).toEqual(['b: 1@x']);
});
