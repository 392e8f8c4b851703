import { expect, test } from 'vitest';
import { emptyLedger, type Row } from '../../../src/tools/announce/ledger.ts';
import { type AnnounceReport, describeAnnouncements } from '../../../src/tools/announce/report.ts';
import { target } from './targets.ts';

const began = new Date('2026-06-08T10:00:00.000Z');
const [earlier, now] = ['2026-06-07T10:00:00.000Z', '2026-06-08T10:00:05.000Z'];
const row = (state: Row['state'], at = now): Row => ({ target: 't', item: 'r', state, at });
const report = (rows: Row[], over: Partial<AnnounceReport> = {}): AnnounceReport => ({
  ...{ ledger: { ...emptyLedger, rows }, targets: [target('t')], now: began },
  ...{ messages: [], baseline: new Map(), withdrawn: [], unknownProjects: [], ...over },
});

test.each([
  ['nothing', [], 0],
  ['all sent', [row('sent')], 0],
  ['one of two failed', [row('sent'), row('failed')], 3],
  ['all failed', [row('failed')], 1],
  ['all failed, after others were sent yesterday', [row('sent', earlier), row('failed')], 1],
  ['what failed yesterday is too old now', [row('failed', earlier)], 3],
  ['held', [row('held')], 3],
  ['unknown since yesterday, and one sent', [row('unknown', earlier), row('sent')], 3],
])('the exit code of a run with %s is right', (_what, rows, code) => {
  expect(describeAnnouncements(report(rows)).exitCode).toBe(code);
});

test('says how long failed announcements are tried again', () => {
  const { problems } = describeAnnouncements(report([row('failed')]));
  expect(problems).toEqual([
    'failed: r to t (no reason is known). The next run tries again, until the release is two weeks old.',
  ]);
});

test('lists what this run sent, and only counts what earlier ones sent', () => {
  const rows = [row('sent', earlier), { ...row('sent'), item: 's' }];
  const { lines, end } = describeAnnouncements(report(rows));
  expect(lines).toEqual(['sent: s to t']);
  expect(end).toMatch(/last seven days: 2 sent/);
});

test('says what to do if no release has the project of a target', () => {
  const { problems, exitCode } = describeAnnouncements(
    report([], { unknownProjects: [{ target: 't', project: 'Board' }] }),
  );
  expect(problems).toEqual([expect.stringMatching(/project Board of t\. .*remove "projects"/)]);
  expect(exitCode).toBe(0);
});
