import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type { Release } from '../../../model/api/release.ts';
import { readWorkspace } from '../../resources/workspace.ts';
import {
  addressOf,
  type Content,
  control,
  type Field,
  fill,
  form,
  type Html,
  list,
  type Page,
  type Problems,
  type Values,
} from '../page.ts';
import { releaseFields } from '../release-fields.ts';
import { changedFields, rowsOf, type Written, writtenOf } from '../release-values.ts';
import type { Visit } from '../route.ts';
import { publishing, stateOf } from './publish.ts';

/** What the page of a release shows. */
interface Shown {
  values: Values;
  problems?: Problems;
  status?: Page['status'];
  about?: Content;
}

/** The page with the form of a release and, once it is stored, with its publication. */
export async function showForm(
  visit: Visit,
  release: Release | undefined,
  { values, problems = {}, status, about = '' }: Shown,
): Promise<Page> {
  const { db } = visit.deps;
  const action = addressOf(visit.param);
  const prose = { lang: visit.look.language, dir: 'auto' };
  const { release_change_types: types } = await readWorkspace(db);
  const changes = changeRows(types, values, { prose, action });
  const fields = Object.entries(releaseFields).map(async ([name, { choices, ...field }]) => {
    const found = await choices?.(db);
    if (found?.length === 0) return [];
    const options = [...(field.options ?? []), ...inOrder(found ?? [], values[name])];
    const isText = field.kind === undefined || field.kind === 'textarea';
    const attributes = { ...(isText && prose), ...field.attributes };
    const filled = fill([{ ...field, name, options, attributes }], values, problems);
    return name === 'format' ? [filled, changes] : filled;
  });
  const save = html`<p class="buttons"><button name="do" value="">Save</button><button name="do" value="preview">Save and preview</button></p>`;
  const main = html`${save}${await Promise.all(fields)}${save}${await publishing(visit, release, problems)}`;
  const isTyped = visit.c.req.method === 'POST';
  const attributes = { enctype: 'multipart/form-data', 'data-keep': isTyped ? 'typed' : '' };
  const hidden = { revision: values.revision ?? [''] };
  const state = release && (await stateOf(visit, release));
  return {
    title: release ? release.title || release.slug : 'A new release',
    ...{ status, problems },
    main: html`${about as Html}${state}${form(action, '', main, { hidden, attributes })}`,
  };
}

/** Parts that are chosen come first, in the order of the release. */
function inOrder(all: readonly { id: string; name: string }[], chosen: readonly string[] = []) {
  const rank = new Map(chosen.map((id, at) => [id, at]));
  return all
    .map(({ id, name }) => [id, name] as const)
    .toSorted(([a], [b]) => (rank.get(a) ?? all.length) - (rank.get(b) ?? all.length));
}

/** A row for each change, and boxes for new ones of each type. */
function changeRows(
  types: readonly { id: string; title: string }[],
  values: Values,
  { prose, action }: { prose: Record<string, string>; action: string },
): Html {
  const button = (what: string, text: string, label = text) =>
    html`<button name="do" value="${what}" formaction="${action}#changes" aria-label="${label}">${text}</button>`;
  const box = (name: string, label: string, text: string) =>
    cell(name, label, text, { kind: 'textarea', attributes: prose });
  const own = types.map(({ id, title }) => [id, title] as const);
  const rows = rowsOf(values, 'change').map(({ id, type, text }, at) => {
    const name = `change ${at + 1}`;
    const buttons = ['Up', 'Down', 'Remove'].map((one) =>
      button(`${one.toLowerCase()}-${at}`, one, `${one} ${name}`),
    );
    const isOwn = own.some(([id]) => id === type);
    const options = isOwn ? own : [...own, [type, type.replace('title:', '')] as const];
    const select = cell('change_type', `Type of ${name}`, type, { kind: 'select', options });
    return html`<div class="row">${hidden('change_id', id)}${select}${box('change_text', `Text of ${name}`, text)}<p class="buttons">${buttons}</p></div>`;
  });
  const news = own.map(([type, title]) => {
    const about = [hidden('added_id', randomUUID()), hidden('added_type', type)];
    return html`<div class="row">${about}<span>${title}</span>${box('added_text', `New changes: ${title}`, '')}</div>`;
  });
  const hint =
    own.length > 0
      ? 'New changes: one a line, in the box of their type, or a pasted list. The buttons change only this form, so save afterwards. “Add” is only needed to move new ones.'
      : 'There are no types of changes: “service change-types” adds them.';
  return html`<fieldset class="field" id="changes"><legend>Changes</legend>${rows}<small>${hint}</small>${news}${own.length > 0 && html`<p class="buttons">${button('add', 'Add')}</p>`}</fieldset>`;
}

const hidden = (name: string, value: string) => control({ name, kind: 'hidden' }, value);

/** A control of a row, which has its label only for those who do not see the row. */
function cell(name: string, label: string, value: string, more: Partial<Field>): Html {
  const attributes = { ...more.attributes, 'aria-label': label };
  return control({ ...more, name, attributes }, value);
}

/** What somebody else stored meanwhile, beside what was typed. */
export function conflict(now: Release | undefined, mine: Written): Html {
  if (!now)
    return html`<p class="notice" role="alert">Somebody removed this release meanwhile. Nothing was saved. Save again to make it anew.</p>`;
  const theirs = writtenOf(now);
  const show = (value: unknown = null) =>
    typeof value === 'string' ? value : value !== null && JSON.stringify(value, null, 1);
  const rows = changedFields(theirs, mine).map((name) => [
    releaseFields[name]?.label ?? name,
    html`<pre tabindex="0">${show(theirs[name])}</pre>`,
    html`<pre tabindex="0">${show(mine[name])}</pre>`,
  ]);
  return html`<div class="notice" role="alert"><p>Somebody changed this release meanwhile. Nothing was saved. Below is what you typed: put together what you need, and send it again. That replaces what is stored now, so copy what you want to keep of it.</p></div>
${rows.length > 0 && list('What is stored now, and what you typed', ['Field', 'Stored now', 'Yours'], rows)}`;
}
