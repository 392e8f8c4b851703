import { html } from 'hono/html';
import type { Release } from '../../../model/api/release.ts';
import { CreateRelease } from '../../contract/requests.ts';
import { missing, RefusedError } from '../../refused-error.ts';
import { keepMarkdown, readMarkdown } from '../../resources/releases/markdown.ts';
import { publishRelease, unscheduleRelease } from '../../resources/releases/publish-release.ts';
import { readRelease, showRelease } from '../../resources/releases/releases.ts';
import { createRelease, updateRelease } from '../../resources/releases/write-release.ts';
import { readWorkspace } from '../../resources/workspace.ts';
import { changeRows, editRows } from '../changes.ts';
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
import {
  changedFields,
  inForm,
  readWritten,
  revisionOf,
  takeFiles,
  valuesOf,
  type Written,
  writtenOf,
} from '../release-values.ts';
import type { Answered, Visit } from '../route.ts';
import { buttons, publishing, readMove, stateOf } from './publish.ts';

/** The form of a release, with what leads to its publication. */
export async function showStored(visit: Visit): Promise<Page> {
  const release = await readOwn(visit);
  if (!release) return showForm(visit, release, { values: { is_public: ['on'] } });
  const values = valuesOf(release, await readMarkdown(visit.deps.db, release));
  const done = visit.c.req.query('done');
  const about =
    done !== undefined &&
    html`<p class="notice" role="status">${buttons.get(done)?.[2] ?? 'Saved.'}</p>`;
  return showForm(visit, release, { values, about });
}

/** The release of an address; undefined if it is a new one. @throws RefusedError */
async function readOwn({ deps, param: id }: Visit): Promise<Release | undefined> {
  const release = await readRelease(deps.db, id);
  if (!release && !/^[0-9a-f-]{36}$/.test(id)) throw missing('release');
  return release;
}

/** What the page of a release shows. */
interface Shown extends Pick<Page, 'problems' | 'status'> {
  values: Values;
  about?: Content;
}

/** The page with the form of a release and, once it is stored, with its publication. */
async function showForm(
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

/**
 * Saves the form, publishes what it then has, or only moves, adds or removes rows of it. If
 * anything is refused, nothing is changed but that files stay uploaded.
 */
export async function sendForm(visit: Visit): Promise<Answered> {
  const { deps, param: id, user } = visit;
  const what = visit.value('do');
  const before = await readOwn(visit);
  if (before && before.status !== 'DRAFT' && user.role !== 'publisher')
    throw new RefusedError('invalid', 'Only publishers change scheduled and published releases.');
  const uploaded = await takeFiles(visit);
  const values = editRows(uploaded.values, what);
  const again = (problems: Problems) => showForm(visit, before, { values, problems });
  if (what === 'show') return showForm(visit, before, { values, about: typedEarlier });
  if (/^(?:add|(?:up|down|remove)-\d+)$/.test(what)) return again(uploaded.problems);
  const { written, markdown, ...read } = await readWritten(values, visit, before);
  const moving = visit.c.req.path.endsWith('/publish') ? await readMove(visit, before) : undefined;
  const problems = { ...read.problems, ...uploaded.problems, ...moving?.problems };
  if (!written || Object.keys(problems).length > 0) return again(problems);
  const target = { ...written, ...moving?.move };
  const stored = await store(visit, target, markdown).catch((error: unknown) => {
    if (!(error instanceof RefusedError && error.details)) throw error;
    return { problems: inForm(error.details) };
  });
  if (stored && 'problems' in stored) return again(stored.problems);
  if (stored) {
    const [about, revision] = [conflict(stored.now, written), [revisionOf(stored.now)]];
    return showForm(visit, stored.now, { values: { ...values, revision }, about, status: 409 });
  }
  deps.deliveryWorker.wake();
  deps.scheduler.wake();
  return { to: `${addressOf(id)}${what === 'preview' ? '/preview' : ''}?done=${what}` };
}

const typedEarlier = html`<p class="notice" role="status">This was typed earlier. It is not saved yet.</p>`;

/** What a release becomes. */
type Target = Written & Partial<Pick<Release, 'status' | 'scheduled_at' | 'channels'>>;

/**
 * Saves and moves a release in one transaction. A second submit changes nothing. If somebody else
 * changed the release, returns what is stored now.
 */
function store(visit: Visit, target: Target, markdown: string | undefined) {
  const { write, value, deps, origin, param: id, now } = visit;
  const { status, scheduled_at, ...input } = target;
  const [, action = 'saved a release'] =
    ((status ?? input.channels) && buttons.get(value('do'))) ?? [];
  const show = (release: Release) => showRelease(release, origin);
  const at = { clock: deps.clock, origin };
  return write(async (db, log) => {
    const stored = await readRelease(db, id);
    const isDone =
      stored &&
      changedFields(writtenOf(stored), target).length === 0 &&
      (await readMarkdown(db, stored)) === markdown;
    if (isDone) return undefined;
    if (revisionOf(stored) !== value('revision')) return { now: stored };
    const { title, slug, channels = [] } = input;
    const made = CreateRelease.parse({ title, slug, status: 'DRAFT' });
    if (!stored) await createRelease(db, { id, input: made }, at);
    const { release } = await updateRelease(db, { id, input }, at);
    await keepMarkdown(db, release, markdown);
    if (status === 'DRAFT') await unscheduleRelease(db, id, now);
    else if (status) await publishRelease(db, id, { move: { scheduled_at }, now, show });
    const named = channels.length > 0 ? `, announced in ${channels.join(', ')}` : '';
    await log(action, `${title} (${id})${named}`);
    return undefined;
  });
}

/** What somebody else stored meanwhile, beside what was typed. */
function conflict(now: Release | undefined, mine: Written): Html {
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
