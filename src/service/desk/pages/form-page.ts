import { randomUUID } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Release } from '../../../model/api/release.ts';
import { allLabels, listContributors, listProjects } from '../../resources/parts.ts';
import { readWorkspace } from '../../resources/workspace.ts';
import {
  type Content,
  fill,
  form,
  type Html,
  list,
  type Page,
  type Problems,
  type Values,
} from '../page.ts';
import { changedFields, type Row, rowsOf, type Written, writtenOf } from '../release-values.ts';
import type { Visit } from '../route.ts';
import { publishing } from './publish.ts';

/** What the page of a release shows. */
interface Shown {
  id: string;
  values: Values;
  problems?: Problems;
  status?: NonNullable<Page['status']>;
  about?: Content;
}

/** The page with the form of a release and, once it is stored, with its publication. */
export async function showForm(
  visit: Visit,
  release: Release | undefined,
  shown: Shown,
): Promise<Page> {
  const { id, values, problems = {}, status = 200, about = '' } = shown;
  const { deps, look } = visit;
  const { release_change_types: types } = await readWorkspace(deps.db);
  const option = ({ id, name }: { id: string; name: string }) => [id, name] as const;
  const projects = (await listProjects(deps.db, {})).map(option);
  // Those that are chosen come first, in the order of the release.
  const inOrder = (name: string, all: readonly (readonly [string, string])[]) => {
    const rank = new Map(values[name]?.map((id, at) => [id, at]));
    return all.toSorted(([a], [b]) => (rank.get(a) ?? all.length) - (rank.get(b) ?? all.length));
  };
  const labels = inOrder('label_ids', (await allLabels(deps.db)).map(option));
  const people = inOrder('contributor_ids', (await listContributors(deps.db, {})).map(option));
  const action = `/desk/releases/${encodeURIComponent(id)}`;
  const text = { lang: look.language, dir: 'auto' };
  const filled = (...fields: Parameters<typeof fill>[0]) => fill(fields, values, problems);
  const main = html`${about as Html}<p class="buttons"><button name="do" value="">Save</button></p>
${filled(
  { name: 'title', label: 'Title', attributes: text },
  { name: 'slug', label: 'Slug', hint: 'The address of its page. Empty: made of the title.' },
  { name: 'version', label: 'Version', hint: 'Such as 2.1.0. May be empty.' },
  { name: 'summary', label: 'Summary', kind: 'textarea', attributes: { ...text, rows: '2' } },
  { name: 'body', label: 'Text', kind: 'textarea', attributes: { ...text, rows: '14' } },
  {
    name: 'format',
    label: 'Written as',
    kind: 'select',
    options: [
      ['markdown', 'Markdown'],
      ['html', 'HTML'],
    ],
  },
)}
${changeRows(types, values, { ...text, action })}
${filled({ name: 'pasted', label: 'Add changes, one a line', kind: 'textarea', hint: 'A pasted list works too.', attributes: { ...text, rows: '3' } }, { name: 'pasted_type', label: 'Their type', kind: 'select', options: types.map(({ id, title }) => [id, title]) })}
<p class="buttons"><button name="do" value="add" formaction="${action}#changes">Add these changes</button></p>
${filled(
  { name: 'hero_file', label: 'Upload a picture or video for the top', kind: 'file' },
  { name: 'hero_url', label: 'Or its address' },
  {
    name: 'hero_type',
    label: 'It is',
    kind: 'select',
    options: [
      ['image', 'a picture'],
      ['video', 'a video'],
    ],
  },
)}
${attachmentRows(values)}
${filled(
  {
    name: 'attachment_files',
    label: 'Upload attachments',
    kind: 'file',
    attributes: { multiple: '' },
  },
  { name: 'project_id', label: 'Project', kind: 'select', options: [['', 'none'], ...projects] },
  { name: 'label_ids', label: 'Labels', kind: 'checks', options: labels },
  { name: 'contributor_ids', label: 'Contributors', kind: 'checks', options: people },
  { name: 'is_public', label: 'Public: the site shows it once it is published', kind: 'check' },
  { name: 'is_pinned', label: 'Pinned: the first page shows it above others', kind: 'check' },
  { name: 'is_pre_release', label: 'Pre-release', kind: 'check' },
)}`;
  const isTyped = visit.c.req.method === 'POST';
  const attributes = {
    ...{ enctype: 'multipart/form-data', 'data-keep': release ? id : 'new' },
    ...(isTyped && { 'data-typed': '' }),
  };
  const hidden = { revision: values.revision ?? [''], spare: [randomUUID()] };
  const title = release ? release.title || release.slug : 'A new release';
  const preview = release && html`<p><a href="${action}/preview">Preview of what is saved</a></p>`;
  const publication = release && (await publishing(visit, release, problems));
  const all = html`${main}<p class="buttons"><button name="do" value="">Save</button></p>${preview}${publication}`;
  return { title, status, main: form(action, '', all, { hidden, problems, attributes }) };
}

function changeRows(
  types: readonly { id: string; title: string }[],
  values: Values,
  { lang, action }: { lang: string; action: string },
): Html {
  const own = types.map(({ id, title }) => [id, title] as const);
  const show = ({ id, type, text }: Row<'change'>, n: number | '', buttons: Html | '') => {
    const isOwn = type === '' || own.some(([id]) => id === type);
    const all = isOwn ? own : [...own, [type, type.replace('title:', '')] as const];
    const choices = all.map(([id, title]) => {
      return html`<option value="${id}"${id === type && html` selected`}>${title}</option>`;
    });
    return html`<div class="row"><input type="hidden" name="change_id" value="${id}"><select name="change_type" aria-label="Type of change ${n}">${choices}</select><textarea name="change_text" rows="2" lang="${lang}" dir="auto" aria-label="Text of change ${n}">${raw('\n')}${text}</textarea>${buttons}</div>`;
  };
  const rows = rowsOf(values, 'change').map((row, at) => {
    const button = (what: string, label: string) =>
      html`<button name="do" value="${what}-${at}" formaction="${action}#changes" aria-label="${label} change ${at + 1}">${label}</button>`;
    const buttons = html`<p class="buttons">${button('up', 'Up')}${button('down', 'Down')}${button('remove', 'Remove')}</p>`;
    return show(row, at + 1, buttons);
  });
  const none = html`<small>None yet.</small>`;
  const empty = show({ id: '', type: '', text: '' }, '', '');
  return html`<fieldset class="field" id="changes"><legend>Changes</legend>${rows.length === 0 ? none : rows}<template>${empty}</template></fieldset>`;
}

function attachmentRows(values: Values): Html {
  const kept = rowsOf(values, 'attachment').filter(({ url }) => url !== '');
  const rows = [...kept, { id: randomUUID(), title: '', url: '' }].map(({ id, title, url }, at) => {
    return html`<div class="row"><input type="hidden" name="attachment_id" value="${id}"><input name="attachment_title" value="${title}" aria-label="Title of attachment ${at + 1}" placeholder="Title"><input name="attachment_url" value="${url}" aria-label="Address of attachment ${at + 1}" placeholder="Address (empty: none)"></div>`;
  });
  return html`<fieldset class="field"><legend>Attachments</legend>${rows}</fieldset>`;
}

/** What somebody else stored meanwhile, beside what was typed. */
export function conflict(now: Release | undefined, mine: Written): Html {
  if (!now)
    return html`<p class="notice" role="alert">Somebody removed this release meanwhile. Nothing was saved. Save again to make it anew.</p>`;
  const theirs = writtenOf(now);
  const show = (value: unknown) =>
    typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  const rows = changedFields(theirs, mine).map((name) => [
    name,
    html`<pre tabindex="0">${show(theirs[name])}</pre>`,
    html`<pre tabindex="0">${show(mine[name])}</pre>`,
  ]);
  return html`<div class="notice" role="alert"><p>Somebody changed this release meanwhile. Nothing was saved. Below is what you typed: put together what you need, and save again. That replaces what is stored now.</p></div>
${list('What is stored now, and what you typed', ['Field', 'Stored now', 'Yours'], rows)}`;
}
