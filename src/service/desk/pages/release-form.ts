import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type { Release } from '../../../model/api/release.ts';
import { limits } from '../../../model/limits.ts';
import { CreateRelease } from '../../contract/requests.ts';
import type { Db } from '../../database/schema.ts';
import { detailsOf } from '../../http/details.ts';
import { found, missing, RefusedError } from '../../refused-error.ts';
import { defined } from '../../resources/defined.ts';
import { readRelease } from '../../resources/releases/releases.ts';
import { createRelease, updateRelease } from '../../resources/releases/write-release.ts';
import { isSlugTaken } from '../../resources/slugs.ts';
import { addressOf, type Page, type Problems, type Values } from '../page.ts';
import { allFields } from '../release-fields.ts';
import {
  changedFields,
  columnsOf,
  keepMarkdown,
  type Read,
  readMarkdown,
  readWritten,
  revisionOf,
  rowsOf,
  valuesOf,
  Written,
  writtenOf,
} from '../release-values.ts';
import type { Answered, Visit } from '../route.ts';
import { takeFiles } from '../take-files.ts';
import { conflict, showForm } from './form-page.ts';
import { isMoved, type Move, moveRelease, moves, readMove } from './publish.ts';

/** The form of a new release. Its id is chosen now, so that a double submit makes one release. */
export function showNew(visit: Visit): Promise<Page> {
  const values = { revision: [''], is_public: ['on'] };
  return showForm(visit, undefined, { id: randomUUID(), values });
}

/** The form of a stored release, with what leads to its publication. */
export async function showStored(visit: Visit): Promise<Page> {
  const release = found(await readRelease(visit.deps.db, visit.param), 'release');
  const values = valuesOf(release, await readMarkdown(visit.deps.db, release));
  const done = visit.query.get('done');
  const about =
    done !== null && html`<p class="notice" role="status">${moves.get(done)?.done ?? 'Saved.'}</p>`;
  return showForm(visit, release, { id: release.id, values, about });
}

/**
 * Saves the form, publishes what it then has, or only moves, adds or removes rows of it. If
 * anything is refused, nothing is changed but that files stay uploaded.
 */
export async function sendForm(visit: Visit): Promise<Answered> {
  const { deps, param: id } = visit;
  const what = visit.value('do');
  const before = await readRelease(deps.db, id);
  assertWritable(visit, before);
  const uploaded = await takeFiles(visit);
  const values = editRows(uploaded.values, what);
  const again = (problems: Problems) => showForm(visit, before, { id, values, problems });
  if (what === 'show') return showForm(visit, before, { id, values, about: typedEarlier });
  if (/^(?:add|(?:up|down|remove)-\d+)$/.test(what)) return again(uploaded.problems);
  const read = await readWritten(values, visit, before);
  const { written } = read;
  const move = visit.c.req.path.endsWith('/publish') ? await readMove(visit, before) : undefined;
  const { error } = Written.safeParse(withOrigin(written, visit.origin));
  const isLarge = JSON.stringify(written).length > limits.body;
  const problems = defined({
    ...(await slugProblem(deps.db, id, written.slug)),
    body: isLarge ? 'The text is too long.' : read.unusable,
    ...inForm(error ? detailsOf(error) : {}),
    ...uploaded.problems,
    ...move?.problems,
    // The slug is made of the title.
    ...(written.title === '' && { slug: undefined }),
  });
  if (Object.keys(problems).length > 0) return again(problems);
  const stored = await store(visit, read, move).catch((error: unknown) => {
    if (!(error instanceof RefusedError && error.details)) throw error;
    return { problems: inForm(error.details) };
  });
  if (stored && 'problems' in stored) return again(stored.problems);
  if (stored) {
    const [about, revision] = [conflict(stored.now, written), [revisionOf(stored.now)]];
    const shown = { id, values: { ...values, revision }, about, status: 409 as const };
    return showForm(visit, stored.now, shown);
  }
  deps.deliveryWorker.wake();
  deps.scheduler.wake();
  return { to: `${addressOf(id)}${what === 'preview' ? '/preview' : ''}?done=${what}` };
}

const typedEarlier = html`<p class="notice" role="status">This was typed earlier. It is not saved yet.</p>`;

/** @throws RefusedError */
function assertWritable({ param: id, user }: Visit, before: Release | undefined): void {
  if (!before && !/^[0-9a-f-]{36}$/.test(id)) throw missing('release');
  if (before && before.status !== 'DRAFT' && user.role !== 'publisher')
    throw new RefusedError('invalid', 'Only publishers change scheduled and published releases.');
}

/**
 * Saves and moves a release in one transaction. A second submit changes nothing. If somebody else
 * changed the release, returns what is stored now.
 */
function store(
  visit: Visit,
  { written, markdown }: Read,
  move: Move | undefined,
): Promise<{ now: Release | undefined } | undefined> {
  const { write, value, deps, origin, param: id } = visit;
  const at = { clock: deps.clock, origin };
  return write(async (db, log) => {
    const stored = await readRelease(db, id);
    const isSaved =
      stored &&
      changedFields(writtenOf(stored), written).length === 0 &&
      (await readMarkdown(db, stored)) === markdown;
    if (isSaved && (!move || isMoved(stored, move))) return undefined;
    if (revisionOf(stored) !== value('revision')) return { now: stored };
    if (!isSaved) {
      const { title, slug } = written;
      const made = CreateRelease.parse({ title, slug, status: 'DRAFT' });
      if (!stored) await createRelease(db, { id, input: made }, at);
      const { release } = await updateRelease(db, { id, input: withOrigin(written, origin) }, at);
      await keepMarkdown(db, release, markdown);
      await log('saved a release', `${title} (${id})`);
    }
    if (move) await moveRelease(db, log, visit, move);
    return undefined;
  });
}

/** A release as the API gets it, which takes whole addresses only. */
function withOrigin({ hero, ...rest }: Written, origin: string): Written {
  return { ...rest, hero: hero && { ...hero, url: URL.parse(hero.url, origin)?.href ?? '' } };
}

/** Problems of a release as those of the form. */
function inForm(details: Problems): Problems {
  const named = Object.entries(details).map(([path, why]) => {
    const [name = ''] = path.split(/[.[]/);
    const [field = name, { wrong = why } = {}] =
      allFields.find(([own, { of }]) => own === name || of === name) ?? [];
    return [field, wrong];
  });
  return Object.fromEntries(named);
}

/** If another release has the slug, the problem, with the first number that makes it free. */
async function slugProblem(db: Db, id: string, slug: string): Promise<Problems> {
  const isTaken = (one: string) => isSlugTaken(db, 'release', { id, slug: one });
  if (!(await isTaken(slug))) return {};
  let n = 2;
  while (await isTaken(`${slug}-${n}`)) n += 1;
  return { slug: `Another release has the slug ${slug}. ${slug}-${n} is free.` };
}

/**
 * Adds the new changes, and moves or removes one, as the button `what` says. New ones have the same
 * ids if the form is sent again.
 */
function editRows(values: Values, what: string): Values {
  const rows = rowsOf(values, 'change');
  const [, action, number] = /^(up|down|remove)-(\d{1,4})$/.exec(what) ?? [];
  const at = Number(number);
  const moved = action ? rows.splice(at, 1) : [];
  if (action !== 'remove') rows.splice(Math.max(0, action === 'up' ? at - 1 : at + 1), 0, ...moved);
  const news = rowsOf(values, 'added').flatMap(({ id, type, text }) =>
    text.split('\n').flatMap((line, n) => {
      const content = line.replace(/^\s*(?:[-*+•]|\d+[.)])?\s*/, '').trimEnd();
      return content === '' ? [] : { id: `${id}-${n}`, type, text: content };
    }),
  );
  return { ...values, ...columnsOf('change', [...rows, ...news]) };
}
