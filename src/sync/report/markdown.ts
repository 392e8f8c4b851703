import { printable } from '../../lib/text/printable.ts';
import { shorten } from '../../lib/text/text.ts';
import type { CollectionReport, EntryLine, SyncReport } from './report.ts';
import { count, some, someConcerns, storyNote } from './words.ts';

/** Rows of one kind, at most: GitHub takes a summary of one mebibyte. */
const mostRows = 500;

/** The report as Markdown for a pull request's comment or a job's summary; newly public first. */
export function reportMarkdown(report: SyncReport): string {
  const { workspace, dryRun, releases, milestones } = report;
  const rows = [
    ...tableRows(dryRun ? 'would be newly public' : 'newly public', report, ({ added }) => added),
    ...tableRows('changed', report, ({ changed }) => changed),
    ...tableRows('moved', report, ({ moved }) => moved),
    ...tableRows('removed', report, ({ removed }) => removed),
  ];
  const table = ['| what | entry | title |', '|---|---|---|', ...rows];
  return [
    `### ${cell(workspace.name)}: ${dryRun ? 'what a sync would change' : 'what the sync changed'}`,
    '',
    ...(rows.length > 0 ? table : ['Nothing changes.']),
    '',
    `${count(releases.total, 'release')} and ${count(milestones.total, 'milestone')} public.`,
    ...(report.storyBegins ? [`\n> ${cell(storyNote)}`] : []),
    ...someConcerns(report).map((concern) => `\n> ${cell(concern)}`),
    '',
  ].join('\n');
}

function tableRows(
  what: string,
  { releases, milestones }: SyncReport,
  pick: (report: CollectionReport) => EntryLine[],
): string[] {
  const linesOf = (name: string, entries: EntryLine[]) =>
    entries.map(({ slug, title }) => ({ path: `${name}/${slug}`, title }));
  const { shown, rest } = some(
    [...linesOf('releases', pick(releases)), ...linesOf('milestones', pick(milestones))],
    mostRows,
  );
  return [
    ...shown.map(({ path, title }) => `| ${what} | \`${path}\` | ${cell(title)} |`),
    ...rest.map((line) => `| ${what} | ${cell(line)} | |`),
  ];
}

/** Text that stays in its cell and is shown as it is, whatever it holds. */
function cell(text: string): string {
  const line = shorten(printable(text).replace(/\s+/g, ' '), 500);
  return line.replace(/[\\`*_{}[\]<>#|~@&$]/g, '\\$&');
}
