import { describe, expect, test } from 'vitest';
import {
  formatConcerns,
  formatReport as formatWithTime,
} from '../../../../scripts/terminal/report-text.ts';
import { reportMarkdown } from '../../../../src/sync/write/report/markdown.ts';
import {
  type CollectionReport,
  decideExitCode,
  type SyncReport,
  type Warning,
} from '../../../../src/sync/write/report/report.ts';
import { calm } from './calm.ts';

const some: CollectionReport = { ...calm, total: 2 };
const line = (slug: string) => ({ slug, title: `Title of ${slug}` });
const window = 'releases without a project without labels';
const report = (over: Partial<SyncReport> = {}): SyncReport => ({
  workspace: { id: 'w-1', name: 'Sample' },
  dryRun: false,
  releases: some,
  milestones: { ...some, total: 1 },
  files: { written: 0, removed: 0 },
  quarantined: [],
  warnings: [],
  deferred: 0,
  storyBegins: false,
  correctionsBegin: false,
  ...over,
});
const source = (leftOut: number) => ({
  name: 'changelog CHANGELOG.md',
  entries: 1,
  notes: [],
  leftOut,
  repeated: 0,
});
const formatReport = (one: SyncReport) => formatWithTime(one, 1234);
const bad = {
  collection: 'releases',
  id: null,
  title: null,
  why: 'title: missing',
  isPrivate: false,
};
const warning = (kind: Warning['kind'], title = 'A release'): Warning => ({
  kind,
  entry: { collection: 'releases', id: 'a', title },
  message: `left out /a.png: status 404`,
});

describe('the exit code', () => {
  test.each([
    ['all is well', report(), 0, 0],
    ['there are warnings', report({ warnings: [warning('kept')] }), 0, 3],
    ['something was put off', report({ warnings: [warning('put-off')] }), 0, 3],
    ['nothing could be remembered', report({ warnings: [warning('cache')] }), 0, 0],
    ['the API has moved', report({ warnings: [warning('moved')] }), 0, 0],
    ['content was replaced', report({ warnings: [warning('replaced')] }), 0, 0],
    ['removals were withheld', report({ releases: { ...some, withheld: ['a'] } }), 3, 3],
    ['a list is full', report({ milestones: { ...some, full: [window] } }), 0, 3],
    ['a list never settled', report({ releases: { ...some, unsettled: true } }), 0, 3],
    ['a row was put aside', report({ quarantined: [bad] }), 0, 3],
    ['readers miss a text of a source', report({ sources: [source(1)] }), 0, 3],
    ['readers miss nothing of a source', report({ sources: [source(0)] }), 0, 0],
    ['an id is used twice', report({ sources: [{ ...source(0), repeated: 1 }] }), 3, 3],
  ])('matches the documentation if %s', (_when, done, usual, strict) => {
    expect([decideExitCode(done, false), decideExitCode(done, true)]).toEqual([usual, strict]);
  });
});

test('says that nothing changed', () => {
  expect(formatReport(report())).toMatchInlineSnapshot(`
    "“Sample”: 2 releases and 1 milestone are public.
    Synced 2 releases and 1 milestone in 1.2 s: nothing changed."
  `);
});

const busy = (over: Partial<SyncReport> = {}) =>
  report({
    releases: {
      ...some,
      added: [line('a'), { slug: 'x', title: 'A | B *c* <d>' }],
      changed: [line('b')],
      moved: [{ ...line('new'), from: 'old' }],
      removed: [line('c')],
      withheld: ['d', 'e'],
      full: [window],
    },
    milestones: { ...some, unsettled: true },
    files: { written: 1, removed: 2 },
    quarantined: [bad],
    warnings: [warning('asset')],
    ...over,
  });

test('lists what changed and what needs attention', () => {
  expect(formatReport(busy())).toMatchInlineSnapshot(`
    "“Sample”: 2 releases and 2 milestones are public.
      + releases/a
      + releases/x
      ~ releases/b
      > releases/old is now releases/new
      - releases/c
      ! 2 releases kept that the API answers 404 for: removing this many at once may be an accident. Check the workspace; --allow-mass-delete removes them.
      ! The API shows only rows 0–1,099 of a list, so some entries may be missing in 1 list: releases without a project without labels.
      ! The list of milestones kept changing while it was read: run sync again.
      ! Left out of releases: a row without id (title: missing).
      ! Release “A release”: left out /a.png: status 404
    Synced 2 releases and 2 milestones in 1.2 s: wrote 1 file and removed 2."
  `);
});

test('lists only notes and problems for --quiet', () => {
  expect(formatConcerns(report({ sources: [source(0)] }))).toBe('');
  const noted = { ...source(1), notes: ['line 4: left out'] };
  const text = formatConcerns(
    report({ sources: [source(0), noted], warnings: [warning('asset')] }),
  );
  expect(text).toBe(
    '  changelog CHANGELOG.md: 1 entry\n    line 4: left out\n  ! Release “A release”: left out /a.png: status 404',
  );
});

test('lists a plan in Markdown with titles as code, newly public entries first', () => {
  const plan = busy({ dryRun: true, warnings: [warning('asset'), warning('projects')] });
  expect(reportMarkdown(plan)).toMatchInlineSnapshot(`
    "### \`Sample\`: what a sync would change

    2 releases and 2 milestones public.

    **Would be newly public: 2**

    - \`releases/a\` \`Title of a\`
    - \`releases/x\` \`A | B *c* <d>\`

    **Would change: 1**

    - \`releases/b\` \`Title of b\`

    **Would move: 1**

    - \`releases/old\` → \`releases/new\` \`Title of new\`

    **Would be removed: 1**

    - \`releases/c\` \`Title of c\`

    **Needs attention**

    - \`2 releases kept that the API answers 404 for: removing this many at once may be an accident. Check the workspace; --allow-mass-delete removes them.\`
    - \`The API shows only rows 0–1,099 of a list, so some entries may be missing in 1 list.\`
    - \`The list of milestones kept changing while it was read: run sync again.\`
    - \`1 row left out as invalid: --json lists all.\`
    - \`1 warning about projects: --json lists all.\`
    - \`Release “A release”: left out /a.png: status 404\`
    "
  `);
});

test('counts private records in Markdown without naming them', () => {
  const quarantined = [{ ...bad, id: 'r-hidden', title: 'Hidden', isPrivate: true }];
  const releases = { ...some, refused: 1, full: ['releases in “Hidden project”'] };
  const warnings = [{ kind: 'projects' as const, message: 'Project “Hidden project”: odd.' }];
  const text = reportMarkdown(report({ releases, quarantined, warnings }));
  expect(text).toContain('public. 1 record of the API is not public and was left out.\n');
  expect(text).toContain('1 row left out');
  expect(text).toContain('1 warning about projects');
  expect(text).not.toMatch(/hidden/i);
});

test('names what is left out in Markdown, if all sources are files of the repository', () => {
  const files = report({ sources: [source(0)], quarantined: [{ ...bad, id: 'r-bad' }] });
  expect(reportMarkdown(files)).toContain(`- \`Left out of releases: r-bad (${bad.why}).\``);
  const mixed = { ...files, sources: [source(0), { ...source(0), name: 'github acme/board' }] };
  expect(reportMarkdown(mixed)).not.toContain('r-bad');
});

test('says in Markdown that nothing changes', () => {
  expect(reportMarkdown(report())).toContain('Nothing changes.');
});

test('says that the roadmap’s log begins if there is none yet, in text and in Markdown', () => {
  for (const dryRun of [true, false])
    for (const text of [formatReport, reportMarkdown]) {
      expect(text(report({ dryRun, storyBegins: true }))).toContain('log begins with this sync');
      expect(text(report({ dryRun }))).not.toContain('story');
    }
});

test('lists at most twenty changes of a kind, and counts the rest', () => {
  const added = Array.from({ length: 50 }, (_, n) => line(`r-${n}`));
  const text = formatReport(report({ releases: { ...some, added } }));
  expect(text).toContain('  + releases/r-18\n    … and 31 more (--json lists all)\n');
  expect(text).not.toContain('r-19');
});

test('lists at most twenty warnings of a kind, each with its title, and counts the rest', () => {
  const warnings = [
    ...Array.from({ length: 50 }, (_, n) => warning('asset', `Release ${n}`)),
    warning('part', 'Another'),
  ];
  const lines = formatReport(report({ warnings })).split('\n').slice(1, -1);
  expect(lines).toHaveLength(21);
  expect(lines[0]).toBe('  ! Release “Release 0”: left out /a.png: status 404');
  expect(lines[18]).toBe('  ! Release “Release 18”: left out /a.png: status 404');
  expect(lines[19]).toBe('    … and 31 more (--json lists all)');
  expect(lines[20]).toBe('  ! Release “Another”: left out /a.png: status 404');
  expect(reportMarkdown(report({ warnings }))).toContain('- `… and 31 more (--json lists all)`');
});

const hostile = {
  ...report({
    releases: { ...some, added: [{ slug: 'a', title: 'a\u009b2J\u202e $x$ &lt; ::error::' }] },
    quarantined: [{ ...bad, id: 'b\u001b[2J', title: 'https://me:secret@example.com' }],
    warnings: [warning('asset', 'c\u0007\u001b]0;x\u0007 https://me:secret@example.com')],
  }),
  workspace: { id: 'w', name: '::error::\u001b[31mSample' },
};

test.each([
  ['a terminal', formatReport],
  ['a summary', reportMarkdown],
])('prints no control characters, commands or passwords from the API to %s', (_where, print) => {
  const text = print(hostile);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202e]|^\s*::|secret/mu);
  expect(text).toContain('Sample');
});

test('shows a title in Markdown as code without any effect', () => {
  expect(reportMarkdown(hostile)).toContain('- `releases/a` `a2J $x$ &lt; ::error::`\n');
});

test('keeps a summary small, however much changed', () => {
  const added = Array.from({ length: 6_000 }, (_, n) => ({
    slug: `r-${n}`,
    title: 'x'.repeat(200),
  }));
  const text = reportMarkdown(report({ releases: { ...some, added } }));
  expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
  const shown = text.split('\n').filter((line) => line.startsWith('- ')).length;
  expect(shown).toBeGreaterThan(2_000);
  expect(text).toContain(`… and ${6_000 - shown} more (--json lists all)\n`);
});
