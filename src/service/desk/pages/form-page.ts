import { randomUUID } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Release } from '../../../model/api/release.ts';
import { allLabels, listContributors, listProjects } from '../../resources/parts.ts';
import { readWorkspace } from '../../resources/workspace.ts';
import {
  type Content,
  type Field,
  fill,
  form,
  type Html,
  list,
  type Page,
  type Problems,
  type Values,
} from '../page.ts';
import { allFields, type FieldName, releaseFields } from '../release-fields.ts';
import { changedFields, rowsOf, type Written, writtenOf } from '../release-values.ts';
import type { Visit } from '../route.ts';
import { publishing, stateOf } from './publish.ts';

/** What the page of a release shows. */
interface Shown {
  id: string;
  values: Values;
  problems?: Problems;
  status?: Page['status'];
  about?: Content;
}

/** The page with the form of a release and, once it is stored, with its publication. */
export async function showForm(
  visit: Visit,
  release: Release | undefined,
  { id, values, problems = {}, status, about = '' }: Shown,
): Promise<Page> {
  const action = `/desk/releases/${encodeURIComponent(id)}`;
  const prose = { lang: visit.look.language, dir: 'auto' };
  const [choices, types] = [await choicesOf(visit, values), await typesOf(visit)];
  const fields = (...names: FieldName[]) => {
    const shown = names.map((name): Field => {
      const { isProse, attributes, ...field }: Field & { isProse?: true } = {
        name,
        ...releaseFields[name],
      };
      const options = choices[name] ?? field.options ?? [];
      return { ...field, options, attributes: { ...attributes, ...(isProse && prose) } };
    });
    return fill(shown, values, problems);
  };
  const save = html`<p class="buttons"><button name="do" value="">Save</button><button name="do" value="preview">Save and preview</button></p>`;
  const main = html`${save}
${fields('title', 'slug', 'version', 'summary', 'body', 'format')}
${changeRows(types, values, { ...prose, action })}
${fields('hero_file', 'hero_url', 'hero_type')}
${attachmentRows(values)}
${fields('attachment_files', 'project_id', 'label_ids', 'contributor_ids')}
${fields('is_public', 'is_pinned', 'is_pre_release')}
${save}${await publishing(visit, id, release, problems)}`;
  const attributes = {
    ...{ enctype: 'multipart/form-data', 'data-keep': release ? id : 'new' },
    ...(visit.c.req.method === 'POST' && { 'data-typed': '' }),
  };
  const hidden = { revision: values.revision ?? [''] };
  const state = release && (await stateOf(visit, release));
  return {
    title: release ? release.title || release.slug : 'A new release',
    ...{ status, problems },
    main: html`${about as Html}${state}${form(action, '', main, { hidden, problems, attributes })}`,
  };
}

type Options = NonNullable<Field['options']>;

/** What can be chosen. Parts that are chosen come first, in the order of the release. */
async function choicesOf(
  { deps: { db } }: Visit,
  values: Values,
): Promise<Partial<Record<FieldName, Options>>> {
  const inOrder = (name: FieldName, all: readonly { id: string; name: string }[]): Options => {
    const rank = new Map(values[name]?.map((id, at) => [id, at]));
    return all
      .map(({ id, name }) => [id, name] as const)
      .toSorted(([a], [b]) => (rank.get(a) ?? all.length) - (rank.get(b) ?? all.length));
  };
  return {
    project_id: [['', 'none'], ...inOrder('project_id', await listProjects(db, {}))],
    label_ids: inOrder('label_ids', await allLabels(db)),
    contributor_ids: inOrder('contributor_ids', await listContributors(db, {})),
  };
}

async function typesOf({ deps }: Visit): Promise<Options> {
  const { release_change_types: types } = await readWorkspace(deps.db);
  return types.map(({ id, title }) => [id, title]);
}

/** A row for each change, and boxes for new ones of each type. */
function changeRows(
  own: Options,
  values: Values,
  { lang, action }: { lang: string; action: string },
): Html {
  const button = (what: string, text: string, label = text) =>
    html`<button name="do" value="${what}" formaction="${action}#changes" aria-label="${label}">${text}</button>`;
  const box = (name: string, label: string, text: string) =>
    html`<textarea name="${name}" rows="2" lang="${lang}" dir="auto" aria-label="${label}">${raw('\n')}${text}</textarea>`;
  const rows = rowsOf(values, 'change').map(({ id, type, text }, at) => {
    const name = `change ${at + 1}`;
    const buttons = ['Up', 'Down', 'Remove'].map((one) =>
      button(`${one.toLowerCase()}-${at}`, one, `${one} ${name}`),
    );
    const isOwn = own.some(([id]) => id === type);
    const all = isOwn ? own : [...own, [type, type.replace('title:', '')] as const];
    const choices = all.map(([id, title]) => {
      return html`<option value="${id}"${id === type && html` selected`}>${title}</option>`;
    });
    return html`<div class="row"><input type="hidden" name="change_id" value="${id}"><select name="change_type" aria-label="Type of ${name}">${choices}</select>${box('change_text', `Text of ${name}`, text)}<p class="buttons">${buttons}</p></div>`;
  });
  const news = own.map(([type, title]) => {
    const about = html`<input type="hidden" name="added_id" value="${randomUUID()}"><input type="hidden" name="added_type" value="${type}">`;
    return html`<div class="row">${about}<span>${title}</span>${box('added_text', `New changes: ${title}`, '')}</div>`;
  });
  const hint =
    own.length > 0
      ? 'New changes: one a line, in the box of their type, or a pasted list. The buttons change only this form, so save afterwards. “Add” is only needed to move new ones.'
      : 'There are no types of changes: “service change-types” adds them.';
  return html`<fieldset class="field" id="changes"><legend>Changes</legend>${rows}<small>${hint}</small>${news}${own.length > 0 && html`<p class="buttons">${button('add', 'Add')}</p>`}</fieldset>`;
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
  const show = (value: unknown = null) =>
    typeof value === 'string' ? value : value !== null && JSON.stringify(value, null, 1);
  const labelOf = (name: string) => allFields.find(([own]) => own === name)?.[1].label ?? name;
  const rows = changedFields(theirs, mine).map((name) => [
    labelOf(name),
    html`<pre tabindex="0">${show(theirs[name])}</pre>`,
    html`<pre tabindex="0">${show(mine[name])}</pre>`,
  ]);
  return html`<div class="notice" role="alert"><p>Somebody changed this release meanwhile. Nothing was saved. Below is what you typed: put together what you need, and send it again. That replaces what is stored now, so copy what you want to keep of it.</p></div>
${rows.length > 0 && list('What is stored now, and what you typed', ['Field', 'Stored now', 'Yours'], rows)}`;
}
