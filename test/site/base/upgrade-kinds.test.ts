import { expect, test } from 'vitest';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { kindItems, kindOfChange, kindOfType } from '../../../src/site/base/upgrade-kinds.ts';
import { siteContext, siteWith } from '../site.ts';

test.each([
  ['breaking-changes', 'Breaking changes', 'action'],
  ['x', '⚠️ Removed', 'action'],
  ['deprecated', 'Deprecated', 'behaviour'],
  ['security-fixes', 'Security fixes', 'action'],
  ['bug-fixes', 'Bug fixes', 'fixed'],
  ['added', 'Added', 'new'],
  ['changed', 'Changed', 'behaviour'],
  ['unfixable', 'Unfixable', 'rest'],
  ['entfernt', 'Entfernt', 'action'],
])('classifies the type %s (%s) as %s', (slug, title, group) => {
  expect(kindOfType({ slug, title }, siteContext())).toBe(group);
});

test.each([
  ['entfernt', 'Entfernt', 'action'],
  ['behoben', 'Behoben', 'fixed'],
  ['neu', 'Neu', 'new'],
  ['removed', 'Removed', 'action'],
])('classifies the type %s of a site in German as %s', (slug, title, group) => {
  expect(kindOfType({ slug, title }, siteContext({ strings: stringsFor('de') }))).toBe(group);
});

test('a site can name more types that need action, by slug or title', () => {
  const own = siteWith({ upgrade: { action: ['schema', 'Umbau'] } });
  expect(kindOfType({ slug: 'schema', title: 'Schema changes' }, own)).toBe('action');
  expect(kindOfType({ slug: 't-7', title: 'umbau' }, own)).toBe('action');
  expect(kindOfType({ slug: 't-8', title: 'Schemata' }, own)).toBe('rest');
});

const kindsOf = (headings: string[], items: string[], site = siteContext()) =>
  kindItems([{ headings, items: items.map((html) => ({ html })) }], site).map(({ kind }) => kind);

test.each([
  ['Breaking changes', 'action'],
  ['💥', 'action'],
  ['Upgrade notes', 'action'],
  ['CVE-2024-1: the whole server stops at one long name', 'action'],
  ['No longer supported', 'action'],
  ['Suppressions', 'action'],
  ['Veraltet', 'behaviour'],
  ['Reverts', 'behaviour'],
  ['Dev', 'rest'],
  ['Bug fixes', 'fixed'],
  ['New features', 'new'],
  ['Non-breaking changes', 'rest'],
  ['Security settings', 'rest'],
  ['Breakpoints', 'rest'],
  ['The way in which old files are removed now', 'rest'],
])('classifies the heading “%s” as %s', (heading, kind) => {
  expect(kindsOf([heading], ['An item'])).toEqual([kind]);
  expect(kindsOf(['1.2.3', heading, 'core'], ['An item'])).toEqual([kind]);
});

test.each([
  'BREAKING old tokens',
  '<strong>BREAKING CHANGE</strong> old tokens',
  '<code>[jest-config]</code> [<strong>BREAKING</strong>] old tokens',
  'feat(core)!: old tokens',
  'refactor!: old tokens',
  '!: old tokens',
  '💥 old tokens',
  'core: Removed: old tokens',
  'Security: old tokens',
  '1a2b3c4: Removed: old tokens',
  'Inkompatible Änderung: alte Schlüssel',
  'Changement cassant : les anciens jetons',
  '破壊的変更：古いトークン',
  '破坏性变更：旧令牌',
  '移除：<code>foo</code> 接口',
])('finds that the item “%s” needs action', (item) => {
  expect(kindsOf(['Fixed'], [item])).toEqual(['action']);
});

test.each([
  'remove irrelevant commits',
  'Fixes a CSP violation',
  'fix: breaking layout in Safari',
  'Security settings: a new page',
  'Removed flicker',
  'non-breaking: spaces',
])('classifies the item “%s” by its heading', (item) => {
  expect(kindsOf(['Fixed'], [item])).toEqual(['fixed']);
});

test('finds that a change with a marker at its start needs action, whatever its type', () => {
  const type = { slug: 'features', title: 'Features' };
  const ofChange = (html: string) => kindOfChange(type, html, siteContext());
  expect(ofChange('<code>[jest-config]</code> [<strong>BREAKING</strong>] a')).toBe('action');
  expect(ofChange('fix: a')).toBe('new');
  const breaking = { slug: 'breaking', title: 'Breaking' };
  const below = ':<ul><li>One</li></ul>';
  const leads = (text: string) => kindOfChange(breaking, `${text}${below}`, siteContext());
  expect(leads('These helpers')).toBe('behaviour');
  expect(leads('<p>Removes the helpers.</p><p>Replace them with one of these</p>')).toBe('action');
  const upkeep = { slug: 'maintenance', title: 'Maintenance' };
  expect(kindOfChange(upkeep, 'replace the old linter', siteContext())).toBe('rest');
  expect(kindOfChange(upkeep, 'Drop support for Node 18', siteContext())).toBe('action');
});

test('classifies items by their labels below a heading without a kind', () => {
  expect(kindsOf(['What’s changed'], ['fix: a', '[FEATURE] b', 'chore: c'])).toEqual([
    'fixed',
    'new',
    'rest',
  ]);
});

test.each([
  ['Drop support for Node 18', 'action'],
  ['The minimum version of React is 18', 'action'],
  ['Rename <code>a.b</code> to <code>c.d</code>', 'action'],
  ['Binaries for FreeBSD 12 are no longer published', 'action'],
  ['A crafted archive could read any file', 'action'],
  ['Unterstützung für Python 3.8 entfernt', 'action'],
  ['不再支持 Windows 7', 'action'],
  ['The default theme is dark', 'behaviour'],
  ['Tokens are renamed each night', 'behaviour'],
  ['Optional: remove <code>a.b</code> from your settings', 'rest'],
  ['docs: describe the removed flags', 'rest'],
  ['chore: drop support for the old linter', 'rest'],
  ['5304da0 feat!: tokens end', 'action'],
  ['#20438 [BREAKING] tokens end', 'action'],
  ['A calm blue', 'rest'],
])('reads from the words of “%s” that its kind is %s', (item, kind) => {
  expect(kindsOf([], [item])).toEqual([kind]);
});

test.each(['a./', 'remov', 'a  ', 'is removed ', 'for ', 'see a changelog ', 'thanks a '])(
  'reads a long item of %j in time',
  (unit) => {
    expect(kindsOf([], [unit.repeat(200_000)])).toHaveLength(1);
  },
);

test('a heading about maintenance, and one that says there is nothing to do, change the kind', () => {
  expect(kindsOf(['Dependencies', 'Removed'], ['left-pad'])).toEqual(['rest']);
  expect(kindsOf(['Maintenance'], ['Drop support for Node 18'])).toEqual(['action']);
  expect(kindsOf(['Migration', 'Nothing to do'], ['New shapes', 'Shapes'])).toEqual([
    'new',
    'rest',
  ]);
});

test('a site can name headings and labels that need action', () => {
  const own = siteWith({ upgrade: { action: ['Schema'] } });
  expect(kindsOf(['Schema:'], ['a column'], own)).toEqual(['action']);
  expect(kindsOf([], ['Schema: a column'], own)).toEqual(['action']);
});

test('leaves out items that only say that there is nothing', () => {
  expect(kindsOf(['Breaking changes'], ['None.', 'N/A', 'No breaking changes'])).toEqual([]);
  expect(kindsOf(['Fixed'], ['No longer crashes', 'No longer breaks on Windows'])).toEqual([
    'fixed',
    'fixed',
  ]);
  const removals = ['Remove --no-cache option', 'Removed the no-console rule', '<img src="a">'];
  expect(kindsOf(['Breaking changes'], removals)).toEqual(['action', 'action', 'action']);
});

test.each([
  'Please refer to <a href="https://a.example/">CHANGELOG.md</a> for details.',
  'See the full release notes.',
  'The complete list of changes is at the <a href="https://a.example/">Vite 7 Changelog</a>.',
  'A low level breakdown with the full list of changes can be found at the Vite 5 Changelog.',
  'All other changes are listed in the changelog.',
  'Full Changelog: https://github.com/a/b/compare/v1...v2',
  'For all changes, see the changelog',
  'Siehe die Versionshinweise.',
  '詳細はリリースノートをご覧ください。',
])('“%s” is no change, but is all that a section without other items says', (html) => {
  const groups = [
    { headings: ['Migrating'], is_prose: true as const, items: [{ html }] },
    { headings: ['Migrating'], items: [{ html: 'The port is 80' }] },
  ];
  const itemsOf = (some: typeof groups) => kindItems(some, siteContext()).map((one) => one.html);
  expect(itemsOf(groups)).toEqual(['The port is 80']);
  expect(itemsOf(groups.slice(0, 1))).toEqual([html]);
});

test.each([
  'See the changelog for the breaking changes.',
  'Read the migration guide in the changelog before you upgrade.',
  'Changes to the list are in the changelog on every page now.',
  'View models are in the changelog table now and are loaded when the page opens, not before.',
])('“%s” is a change', (html) => {
  expect(kindsOf(['Breaking changes'], [html, 'x'])).toEqual(['action', 'action']);
});

test.each([
  ['Thanks to our sponsors', 'rest'],
  ['A special shout-out to everyone who helped.', 'rest'],
  ['We also want to thank our sponsors on Open Collective.', 'rest'],
  ['Vielen Dank an alle', 'rest'],
  ['感谢所有贡献者', 'rest'],
  ['Thanks to the new cache, the option is gone', 'action'],
  ['Thanks @ada! - The team plan is gone', 'action'],
])('classifies “%s” below “Breaking changes” as %s', (html, kind) => {
  expect(kindsOf(['Breaking changes'], [html])).toEqual([kind]);
});

test('acknowledgments need no action', () => {
  expect(kindsOf(['Acknowledgments'], ['It was crafted by the team', 'x'])).toEqual([
    'rest',
    'rest',
  ]);
});

test('shows a nested item that needs action separately', () => {
  const items = [{ html: 'core', items: ['a fix', 'BREAKING: old tokens'] }];
  expect(kindItems([{ headings: [], items }], siteContext())).toEqual([
    { kind: 'rest', html: 'core<ul><li>a fix</li></ul>', anchor: undefined },
    { kind: 'action', html: 'core<ul><li>BREAKING: old tokens</li></ul>', anchor: undefined },
  ]);
});

test.each([
  ['core', ['core', 'core<ul><li>BREAKING: old tokens</li></ul>']],
  ['core:', ['core: BREAKING: old tokens']],
  ['核心：', ['核心： BREAKING: old tokens']],
])('a nested item below “%s” keeps the text above it', (html, shown) => {
  const items = [{ html, items: ['BREAKING: old tokens'] }];
  const all = kindItems([{ headings: [], items }], siteContext());
  expect(all.map((item) => item.html)).toEqual(shown);
  expect(all.at(-1)?.kind).toBe('action');
});

const isHidden = (html: string) =>
  kindItems([{ headings: ['Breaking changes'], items: [{ html }], is_prose: true }], siteContext())
    .length === 0;

test.each([
  'None.',
  'There are none.',
  'No breaking changes.',
  'There are no breaking changes.',
  'No steps are needed.',
  'No action required',
  'Nothing to do.',
  'Keine Änderungen',
  'Es gibt keine Breaking Changes',
  'なし',
])('leaves out the paragraph “%s”', (html) => {
  expect(isHidden(html)).toBe(true);
});

test.each([
  'No longer supports Node 12.',
  'Node 12 is not supported.',
  'Tokens without scope are rejected.',
  'No default export any more.',
  'Runs without a daemon.',
])('shows the paragraph “%s”', (html) => {
  expect(isHidden(html)).toBe(false);
});

test('shows paragraphs below a heading that needs action, and those whose words do', () => {
  expect(kindsOfParagraph('Breaking changes', 'Tokens look nicer.')).toHaveLength(1);
  expect(kindsOfParagraph('Highlights', 'Tokens look nicer.')).toEqual([]);
  expect(kindsOfParagraph('Highlights', 'Old tokens are no longer accepted.')).toHaveLength(1);
});

/** The kind of a paragraph below a heading; empty if it is left out. */
function kindsOfParagraph(heading: string, html: string) {
  const group = { headings: [heading], items: [{ html }], is_prose: true as const };
  return kindItems([group], siteContext()).map(({ kind }) => kind);
}

test.each([
  ['Migrating to 5', 'We have worked with partners to ensure a smooth migration.'],
  ['Migrating to 8', 'For most projects, upgrading should be a smooth process.'],
  ['How Vite migrated to Rolldown', 'The migration is a foundational change.'],
  ['Highlights', 'You should see faster builds.'],
])('leaves out a paragraph below “%s” that tells the story of a release', (heading, html) => {
  expect(kindsOfParagraph(heading, html)).toEqual([]);
});

test.each([
  ['Migrating to 5', 'The update should be easy, but see the <a href="/g">migration guide</a>.'],
  ['Migrating to 5', 'We removed the old tokens.'],
  ['Migrating to 5', 'We have worked on tokens: old ones are no longer accepted.'],
  ['How to migrate', 'Replace the tokens.'],
  ['Highlights', 'You should replace your tokens.'],
])('shows a paragraph below “%s” that says what to do', (heading, html) => {
  expect(kindsOfParagraph(heading, html)).toEqual(['action']);
});

test.each([
  ['support async for proxy.bypass', 'new'],
  ['fix semicolon injection in modules', 'fixed'],
  ['skip the check when warning is ignored (#12)', 'rest'],
  ['prevent bypass of the login', 'action'],
  ['The option is ignored now', 'action'],
  ['This supersedes the <code>raw</code> flag, which is now removed.', 'action'],
  ['Fix rows that stay in a list from which one is removed', 'fixed'],
])('classifies the words “%s” as %s', (html, kind) => {
  expect(kindsOf([], [html])).toEqual([kind]);
});

test.each([
  ['refactor · <strong>deploy:</strong> remove the builder <code>browser</code>', 'rest'],
  ['feat · support TypeScript 5.6', 'new'],
  ['fix · decode paths only once', 'fixed'],
  ['fix · prevent open redirect through a header', 'behaviour'],
])(
  'a row “%s” of a table of commits needs no action, even below “Breaking changes”',
  (row, kind) => {
    const cell = '<a href="https://example.com/c/5c744c6"><code>5c744c6ae</code></a>';
    expect(kindsOf(['Breaking changes', 'cli'], [`${cell} · ${row}`])).toEqual([kind]);
  },
);

test.each([
  ['Paths are relative to the scene, run the script in <code>tools</code>', 'action'],
  ['A prompt is shown when you run the command', 'rest'],
])('classifies “%s” as %s', (html, kind) => {
  expect(kindsOf([], [html])).toEqual([kind]);
});

test.each([
  ['Nouveautés', 'new'],
  ['Behobene Fehler', 'fixed'],
  ['Neu', 'new'],
  ['修复', 'fixed'],
  ['更新', 'rest'],
  ['Neural engine', 'rest'],
  ['Error handling', 'rest'],
])('classifies the heading “%s” of a site in English as %s', (heading, kind) => {
  expect(kindsOf([heading], ['An item'])).toEqual([kind]);
});

test.each([
  ['Bug #1991: Paging of grouped queries', 'fixed'],
  ['PR #12: Paging', 'rest'],
])('classifies “%s” as %s, by the word of a tracker', (html, kind) => {
  expect(kindsOf([], [html])).toEqual([kind]);
});

test.each([
  ['Fix watcher missing renames', 'fixed'],
  ['Fixed wrong aliases', 'fixed'],
  ['Fixture loading is faster', 'rest'],
  ['Add a flag that skips folders', 'new'],
  ['Add tests for the parser', 'rest'],
  ['Support ECH', 'new'],
  ['Adds a limit of 10 rows', 'behaviour'],
  ['Address book', 'rest'],
  ['Behebt den Absturz beim Start', 'fixed'],
  ['修复在 macOS 15 上的崩溃', 'fixed'],
  ['新增导出为 PDF', 'new'],
  ['Enh #1980: Attributes may be declared', 'new'],
  ['Revert “feat: parallel emit”', 'behaviour'],
  ['1c9e7b3 fmt', 'rest'],
  ['Fix typos in a message', 'rest'],
  ['Prepare for next development iteration', 'rest'],
])('classifies “%s” as %s, by its first words', (html, kind) => {
  expect(kindsOf([], [html])).toEqual([kind]);
});

test('a heading that names a kind counts before the first words of an item', () => {
  expect(kindsOf(['New features'], ['Fix a crash'])).toEqual(['new']);
});

test('what is removed from the dependencies needs no action', () => {
  const type = { slug: 'dependencies', title: 'Dependencies' };
  const removed = '<strong>Removed:</strong> example.com/a/b: v1.2.0';
  expect(kindOfChange(type, removed, siteContext())).toBe('rest');
});
