import { expect, test } from 'vitest';
import type { CollectionReport, SyncReport } from '../../../src/sync/write/report/report.ts';
import { planComment, planMarker } from '../../../src/tools/pull-request/plan-comment.ts';
import { calm } from '../../sync/write/report/calm.ts';

const plan = (releases: Partial<CollectionReport>): SyncReport => ({
  workspace: { id: 'w-1', name: 'Sample' },
  dryRun: true,
  releases: { ...calm, ...releases },
  milestones: calm,
  files: { written: 0, removed: 0 },
  quarantined: [],
  warnings: [],
  deferred: 0,
  storyBegins: false,
  correctionsBegin: false,
});
const run = 'https://github.com/o/r/actions/runs/7';
const place = { marker: planMarker('Changelog', 'https://example.com', '/'), run };
const entries = (count: number, title: string) =>
  Array.from({ length: count }, (_, n) => ({ slug: `r-${n}`, title }));

test('the comment begins with an invisible marker by which it is found again', () => {
  const text = planComment(plan({ added: entries(1, 'One') }), place);
  expect(text).toMatch(
    /^<!-- waymark-plan [\da-f]{16} -->\n### `Sample`: what a sync would change\n/,
  );
  expect(text).toContain('**Would be newly public: 1**\n\n- `releases/r-0` `One`\n');
});

test('workflows and sites have different markers, whatever their names', () => {
  expect(planMarker('a', 'b')).not.toBe(planMarker('a', 'c'));
  expect(planMarker('--> @octocat')).toMatch(/^<!-- waymark-plan [\da-f]+ -->$/);
});

test.each(['x', 'é', '日本', '`|@'])('is as long as GitHub allows, with titles of %s', (letter) => {
  const added = entries(3_000, letter.repeat(120));
  const text = planComment(plan({ added, removed: entries(10, 'Gone') }), place);
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(Buffer.byteLength(text)).toBeGreaterThan(64_000);
  const shown = text.match(/^- /gm)?.length ?? 0;
  expect(text).toContain('**Would be newly public: 3000**');
  expect(text.endsWith(`\n… and ${3_010 - shown} more in [the job’s summary](${run}).\n`)).toBe(
    true,
  );
});

test('says that a sync would fail, and refers to the log for the reason', () => {
  const text = planComment({ error: { message: 'GET https://api.example.com failed' } }, place);
  expect(text).toContain(`### A sync would fail\n\nSo there is no plan. [The job’s log](${run})`);
  expect(text).not.toContain('api.example.com');
});

test('lists withheld removals, which make a sync fail', () => {
  const text = planComment(plan({ withheld: ['a', 'b'] }), place);
  expect(text).toContain('- `2 releases kept that the API answers 404 for:');
});
