import { html } from 'hono/html';
import type { Release } from '../../../model/api/release.ts';
import { CreateRelease } from '../../contract/requests.ts';
import { missing, RefusedError } from '../../refused-error.ts';
import { keepMarkdown, readMarkdown } from '../../resources/releases/markdown.ts';
import { publishRelease, unscheduleRelease } from '../../resources/releases/publish-release.ts';
import { readRelease, showRelease } from '../../resources/releases/releases.ts';
import { createRelease, updateRelease } from '../../resources/releases/write-release.ts';
import { editRows } from '../changes.ts';
import { addressOf, type Page, type Problems } from '../page.ts';
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
import { conflict, showForm } from './form-page.ts';
import { buttons, readMove } from './publish.ts';

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
