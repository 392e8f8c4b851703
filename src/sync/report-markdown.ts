import type { CollectionReport, EntryLine, SyncReport } from './report.ts';
import { concerns, count } from './report-words.ts';

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
    ...concerns(report).map((concern) => `\n> ${cell(concern)}`),
    '',
  ].join('\n');
}

function tableRows(
  what: string,
  { releases, milestones }: SyncReport,
  pick: (report: CollectionReport) => EntryLine[],
): string[] {
  const rows = (name: string, entries: EntryLine[]) =>
    entries.map(({ slug, title }) => `| ${what} | \`${name}/${slug}\` | ${cell(title)} |`);
  return [...rows('releases', pick(releases)), ...rows('milestones', pick(milestones))];
}

/** Text that stays in its cell and is shown as it is, whatever it holds. */
function cell(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~@]/g, '\\$&').replace(/\s+/g, ' ');
}
