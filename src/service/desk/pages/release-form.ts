import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type { Release } from '../../../model/api/release.ts';
import { limits } from '../../../model/limits.ts';
import { CreateRelease, UpdateRelease } from '../../contract/requests.ts';
import type { Db } from '../../database/schema.ts';
import { detailsOf } from '../../http/details.ts';
import { found, missing, RefusedError } from '../../refused-error.ts';
import { defined } from '../../resources/defined.ts';
import { readRelease } from '../../resources/releases/releases.ts';
import { createRelease, updateRelease } from '../../resources/releases/write-release.ts';
import { isSlugTaken } from '../../resources/slugs.ts';
import type { Page, Problems, Values } from '../page.ts';
import { allFields } from '../release-fields.ts';
import {
  changedFields,
  columnsOf,
  keepMarkdown,
  readMarkdown,
  readWritten,
  revisionOf,
  rowsOf,
  valuesOf,
  type Written,
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
    done !== null && html`<p class="notice" role="status">${moves[done]?.done ?? 'Saved.'}</p>`;
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
  const uploaded = await takeFiles(visit, id);
  const values = editRows({ ...visit.values, ...uploaded.values }, what);
  const again = (problems: Problems) => showForm(visit, before, { id, values, problems });
  if (what === 'show') return showForm(visit, before, { id, values, about: typedEarlier });
  if (/^(?:add|(?:up|down|remove)-\d+)$/.test(what)) return again(uploaded.problems);
  const read = await readWritten(values, { db: deps.db, site: visit.site, before });
  const move = visit.c.req.path.endsWith('/publish') ? await readMove(visit, before) : undefined;
  const wrong = await problemsOf(visit, id, read);
  const problems = { ...wrong, ...uploaded.problems, ...move?.problems };
  if (Object.keys(problems).length > 0) return again(problems);
  const done = await store(visit, id, { ...read, move }).catch((error: unknown) => {
    if (!(error instanceof RefusedError && error.details)) throw error;
    return { problems: inForm(error.details) };
  });
  if ('problems' in done) return again(done.problems);
  if (done.kind === 'stale') {
    const [about, revision] = [conflict(done.now, read.written), [revisionOf(done.now)]];
    const shown = { id, values: { ...values, revision }, about, status: 409 as const };
    return showForm(visit, done.now, shown);
  }
  deps.deliveryWorker.wake();
  deps.scheduler.wake();
  return { to: `${addressOf(id)}${what === 'preview' ? '/preview' : ''}?done=${what}` };
}

const typedEarlier = html`<p class="notice" role="status">This was typed earlier. It is not saved yet.</p>`;

function addressOf(id: string): string {
  return `/desk/releases/${encodeURIComponent(id)}`;
}

/** @throws RefusedError */
function assertWritable({ param: id, user }: Visit, before: Release | undefined): void {
  if (!before && !/^[0-9a-f-]{36}$/.test(id)) throw missing('release');
  if (before && before.status !== 'DRAFT' && user.role !== 'publisher')
    throw new RefusedError('invalid', 'Only publishers change scheduled and published releases.');
}

interface Writing {
  written: Written;
  markdown: string | undefined;
  move: Move | undefined;
}

/** Saves and moves a release in one transaction. A second submit changes nothing. */
function store(
  { write, value, deps, origin, now }: Visit,
  id: string,
  { written, markdown, move }: Writing,
): Promise<{ kind: 'saved' } | { kind: 'stale'; now: Release | undefined }> {
  const [at, subject] = [{ clock: deps.clock, origin }, `${written.title} (${id})`];
  return write(async (db, log) => {
    const stored = await readRelease(db, id);
    const changed = changedFields(stored && writtenOf(stored), written);
    const isSaved = stored && changed.length === 0 && (await readMarkdown(db, stored)) === markdown;
    if (isSaved && (!move || isMoved(stored, move))) return { kind: 'saved' };
    if (revisionOf(stored) !== value('revision')) return { kind: 'stale', now: stored };
    if (!isSaved) {
      const { release } = await save(db, { id, stored, written, changed }, at);
      await keepMarkdown(db, release, markdown);
      await log('saved a release', subject);
    }
    if (move) await moveRelease(db, log, { id, move, now, origin });
    return { kind: 'saved' };
  });
}

interface Saving {
  id: string;
  stored: Release | undefined;
  written: Written;
  changed: readonly (keyof Written)[];
}

async function save(
  db: Db,
  { id, stored, written, changed }: Saving,
  at: { clock: Visit['deps']['clock']; origin: string },
) {
  const { title, slug } = written;
  const made = CreateRelease.parse({ title, slug, status: 'DRAFT' });
  if (!stored) await createRelease(db, { id, input: made }, at);
  const whole = withOrigin(written, at.origin);
  const input = Object.fromEntries(changed.map((name) => [name, whole[name]]));
  return updateRelease(db, { id, input }, at);
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

async function problemsOf(
  { deps, origin }: Visit,
  id: string,
  { written, problem }: Awaited<ReturnType<typeof readWritten>>,
): Promise<Problems> {
  const parsed = UpdateRelease.safeParse(withOrigin(written, origin));
  const { slug } = written;
  const free = await freeSlug(deps.db, id, slug);
  const isLarge = JSON.stringify(written).length > limits.body;
  const unusable = problem && `This is not usable as Markdown: ${problem}.`;
  return defined({
    slug: free === slug ? undefined : `Another release has the slug ${slug}. ${free} is free.`,
    body: isLarge ? 'The text is too long.' : unusable,
    ...inForm(parsed.success ? {} : detailsOf(parsed.error)),
    // The slug is made of the title.
    ...(written.title === '' && { slug: undefined }),
  });
}

/** The slug, or if another release has it, with the first number that makes it free. */
async function freeSlug(db: Db, id: string, slug: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const one = n === 1 ? slug : `${slug}-${n}`;
    if (!(await isSlugTaken(db, 'release', { id, slug: one }))) return one;
  }
}

/**
 * Adds the new changes, and moves or removes one, as the button `what` says. New ones have the same
 * ids if the form is sent again.
 */
function editRows(values: Values, what: string): Values {
  const rows = rowsOf(values, 'change');
  const [, action, number] = /^(up|down|remove)-(\d{1,4})$/.exec(what) ?? [];
  const at = Number(number);
  const row = rows[at];
  if (row && action) {
    rows.splice(at, 1);
    if (action !== 'remove') rows.splice(Math.max(0, at + (action === 'up' ? -1 : 1)), 0, row);
  }
  const news = rowsOf(values, 'added').flatMap(({ id, type, text }) =>
    text.split('\n').flatMap((line, n) => {
      const content = line.replace(/^\s*(?:[-*+•]|\d+[.)])?\s*/, '').trimEnd();
      return content === '' ? [] : { id: `${id}-${n}`, type, text: content };
    }),
  );
  return { ...values, ...columnsOf('change', [...rows, ...news]) };
}
