import { html } from 'hono/html';
import type { Release } from '../../../model/api/release.ts';
import { readWorkspace } from '../../resources/workspace.ts';
import { changeRows } from '../changes.ts';
import {
  addressOf,
  type Content,
  fill,
  form,
  type Html,
  list,
  type Page,
  type Problems,
  type Values,
} from '../page.ts';
import { releaseFields } from '../release-fields.ts';
import { changedFields, type Written, writtenOf } from '../release-values.ts';
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
