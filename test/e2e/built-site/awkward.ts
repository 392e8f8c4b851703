import { readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { alertClass, alertKinds } from '../../../src/model/content/content.ts';
import { DataSet } from '../../../src/service/data-set/schema.ts';
import { milestoneRow, releaseRow } from '../../support/rows.ts';
import { sampleFile } from '../whole-path/data-sets.ts';

type Release = DataSet['releases'][number];
type Milestone = DataSet['milestones'][number];

/**
 * Writes the sample workspace with additional entries that are hard to lay out: enough releases for
 * several pages, titles of 255 characters, very long words, wide tables, many labels, other
 * scripts, and a release with only a title.
 * @returns the data set's file
 */
export async function writeAwkward(folder: string): Promise<string> {
  const sample = DataSet.parse(JSON.parse(readFileSync(sampleFile, 'utf8')));
  const labels = Array.from({ length: 30 }, (_, n) => ({
    id: `lbl_many_${n}`,
    name: n % 7 === 0 ? `A label with a rather long name, number ${n}` : `Label ${n}`,
    slug: `many-${n}`,
    color: `#${((n * 4_321_987) % 0xffffff).toString(16).padStart(6, '0')}`,
  }));
  const data: DataSet = {
    ...sample,
    labels: [...sample.labels, ...labels],
    releases: [...sample.releases, ...awkwardReleases(sample, labels), ...plainReleases(sample)],
    milestones: [...sample.milestones, ...awkwardMilestones(sample, labels)],
  };
  const file = join(folder, 'workspace.json');
  await cp(join(dirname(sampleFile), 'files'), join(folder, 'files'), { recursive: true });
  await writeFile(file, JSON.stringify(data));
  return file;
}

const word = 'unbroken'.repeat(50);
const cells = Array.from({ length: 20 }, (_, n) => n + 1);
const table = `<table><thead><tr>${cells.map((n) => `<th>Column ${n}</th>`).join('')}</tr></thead><tbody><tr>${cells.map((n) => `<td>${n} ${n}</td>`).join('')}</tr></tbody></table>`;
const code = `<pre><code class="language-ts">const answer: number = ${'await ask(question) + '.repeat(20)}0; // long\n</code></pre>`;

/** The lines of these blocks are 40 to 110 characters long. */
const codeBlocks = Array.from({ length: 21 }, (_, n) => {
  const line = 'const value = await compute(first, second, { option: true }); '.repeat(2);
  return `<h2>Example ${n}</h2><pre><code>${line.slice(0, Math.round(40 + n * 3.5))}\n</code></pre>`;
}).join('');

function fixed({ workspace }: DataSet): string {
  const type = workspace.release_change_types.find(({ title }) => title === 'Fixed');
  if (!type) throw new Error('the sample has no type for fixes');
  return type.id;
}

const alert = '<p>Back up <a href="https://code.example/1">#1</a> with <code>copy</code>.</p>';

function awkwardReleases(sample: DataSet, labels: DataSet['labels']): Release[] {
  const bodies: Record<string, Partial<Release>> = {
    'long-title': { title: 'A title that goes on and on '.repeat(10).slice(0, 255) },
    'long-word': { title: word.slice(0, 255), body: `<p>${word}</p>`, summary: word },
    'broad-table': {
      title: 'A table of 20 columns',
      body: `<p>See:</p>${table}${code}`,
      changes: [{ id: 'code', change_id: fixed(sample), content: `<p>Fix this:</p>${code}` }],
    },
    'many-labels': { title: 'Thirty labels', labels },
    emoji: {
      title: '🚀🧭 Ship 👩🏽‍💻 it 🎉',
      body: '<p>👨‍👩‍👧‍👦 families of emoji</p>',
      version: '🚀',
    },
    rtl: {
      title: 'تحسينات في سرعة البحث',
      body: '<p>أصبح البحث أسرع من قبل.</p><h2>الإصلاحات</h2><p>عدة إصلاحات صغيرة.</p>',
    },
    'many-fixes': {
      title: 'Fixes and code',
      body: codeBlocks,
      changes: Array.from({ length: 24 }, (_, n) => ({
        id: `fix_${n}`,
        change_id: fixed(sample),
        content: `<p>Fix a crash (<a href="https://code.example/${n}">#${n}</a>).</p>`,
      })),
    },
    bare: { title: 'Nothing but a title' },
    deep: {
      title: 'Every heading and every alert there is',
      body: [
        ...[1, 2, 3, 4, 5, 6, 1, 2].map((n) => `<h${n}>Heading ${n}</h${n}><p>Text.</p>`),
        ...alertKinds.map(
          (kind) => `<blockquote class="${alertClass(kind)}">${alert}</blockquote>`,
        ),
      ].join(''),
    },
  };
  // The newest of all, so that the first page shows their texts.
  return Object.entries(bodies).map(([slug, over], index) =>
    release(`awkward-${slug}`, Date.UTC(2026, 10, 19, 10 + index), over),
  );
}

/** Releases over three years, enough for several numbered pages. */
function plainReleases({ workspace, projects, labels }: DataSet): Release[] {
  const types = workspace.release_change_types;
  return Array.from({ length: 70 }, (_, n) =>
    release(`plain-${n}`, Date.UTC(2024, 0, 1 + n * 12), {
      title: `Plain release ${n}`,
      version: `0.0.${n}`,
      body: `<p>The text of plain release ${n}.</p>`.repeat(n % 9 === 0 ? 30 : 2),
      is_pre_release: n % 10 === 0,
      project: projects[n % projects.length] ?? null,
      labels: [labels[n % labels.length]].filter((label) => label !== undefined),
      changes: types.slice(0, 2).map(({ id }, index) => ({
        id: `change_${n}_${index}`,
        change_id: id,
        content: `<p>A change called marmalade${n}x${index}.</p>`,
      })),
    }),
  );
}

function awkwardMilestones({ workspace }: DataSet, labels: DataSet['labels']): Milestone[] {
  const [status] = workspace.roadmap_status_types;
  const at = '2026-03-01T00:00:00.000Z';
  const milestone = (slug: string, number: number, over: Partial<Milestone>) => {
    const own = { number, slug, body: '', created_at: at, updated_at: at };
    const standing = { status: status?.title ?? '', stage: status?.stage ?? 'BACKLOG' };
    return milestoneRow(`ms_${slug}`, { ...own, ...standing, ...over }) as Milestone;
  };
  return [
    milestone('awkward-title', 901, { title: word.slice(0, 255) }),
    milestone('awkward-labels', 902, { title: 'Thirty labels', labels }),
    milestone('awkward-rtl', 903, { title: 'تحسينات في سرعة البحث' }),
    milestone('awkward-status', 904, {
      title: 'A status that nobody knows',
      status: 'Simmering',
      body: '<h2>Why it simmers</h2><p>Some soups take their time.</p>',
    }),
  ];
}

function release(slug: string, released: number, over: Partial<Release>): Release {
  const at = new Date(released).toISOString();
  const times = { released_at: at, created_at: at, updated_at: at };
  return releaseRow(`rel_${slug}`, { title: slug, slug, body: '', ...times, ...over }) as Release;
}
