import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type { Release } from '../../../model/api/release.ts';
import { limits } from '../../../model/limits.ts';
import { UpdateRelease } from '../../contract/requests.ts';
import type { Db } from '../../database/schema.ts';
import { detailsOf } from '../../http/details.ts';
import { found, missing, RefusedError } from '../../refused-error.ts';
import { defined } from '../../resources/defined.ts';
import { readRelease } from '../../resources/releases/releases.ts';
import { createRelease, updateRelease } from '../../resources/releases/write-release.ts';
import { isSlugTaken } from '../../resources/slugs.ts';
import type { Page, Problems, Values } from '../page.ts';
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
import { publish } from './publish.ts';

/** The form of a new release. Its id is chosen now, so that a double submit makes one release. */
export function showNew(visit: Visit): Promise<Page> {
  return showForm(visit, undefined, { id: randomUUID(), values: { revision: [''] } });
}

/** The form of a stored release, with what leads to its publication. */
export async function showStored(visit: Visit): Promise<Page> {
  const release = found(await readRelease(visit.deps.db, visit.param), 'release');
  const values = valuesOf(release, await readMarkdown(visit.deps.db, release));
  const about = visit.query.has('done') ? html`<p class="notice" role="status">Saved.</p>` : '';
  return showForm(visit, release, { id: release.id, values, about });
}

/** Saves the form, or only moves, adds or removes rows of it. */
export async function saveForm(visit: Visit): Promise<Answered> {
  const tried = await trySave(visit, visit.value('do'));
  return 'page' in tried ? tried.page : { to: `${addressOf(visit.param)}?done` };
}

/** Saves the form, and publishes what it then has. If that is refused, the page says why. */
export async function publishForm(visit: Visit): Promise<Answered> {
  const tried = await trySave(visit, '');
  if ('page' in tried) return tried.page;
  const { saved, isSame } = tried;
  const revision = isSame ? visit.value('revision') : revisionOf(saved);
  const problems = await publish(visit, saved, revision);
  if (!problems) return { to: `${addressOf(saved.id)}?done#publication` };
  const now = found(await readRelease(visit.deps.db, saved.id), 'release');
  const values = { ...visit.values, revision: [revisionOf(now)] };
  const status = problems.publication === undefined ? 422 : 409;
  return showForm(visit, now, { id: saved.id, values, problems, status });
}

/** Tries to save the form. Uploads are stored in any case. */
async function trySave(
  visit: Visit,
  what: string,
): Promise<{ page: Page } | { saved: Release; isSame: boolean }> {
  const { deps, param: id } = visit;
  const before = await readRelease(deps.db, id);
  assertWritable(visit, before);
  const uploaded = await takeFiles(visit, id);
  const values = editRows({ ...visit.values, ...uploaded.values }, what);
  const again = async (status: 200 | 422, problems: Problems) => {
    return { page: await showForm(visit, before, { id, values, problems, status }) };
  };
  if (Object.keys(uploaded.problems).length > 0) return again(422, uploaded.problems);
  if (what !== '') return again(200, {});
  const markdown = before && (await readMarkdown(deps.db, before));
  const read = await readWritten(values, { db: deps.db, site: visit.site, before, markdown });
  const problems = await problemsOf(visit, id, read);
  if (Object.keys(problems).length > 0) return again(422, problems);
  const typed = values.format?.[0] === 'html' ? undefined : values.body?.[0] || undefined;
  const done = await save(visit, id, { written: read.written, markdown: typed }).catch(detailsIn);
  if (done.kind === 'refused') return again(422, done.problems);
  if (done.kind === 'saved') {
    if (done.hasEvent) deps.deliveryWorker.wake();
    return { saved: done.release, isSame: done.isSame === true };
  }
  const [about, revision] = [conflict(done.now, read.written), [revisionOf(done.now)]];
  const shown = { id, values: { ...values, revision }, about, status: 409 as const };
  return { page: await showForm(visit, done.now, shown) };
}

function addressOf(id: string): string {
  return `/desk/releases/${encodeURIComponent(id)}`;
}

/** The problems that only the database can find. */
function detailsIn(error: unknown): { kind: 'refused'; problems: Problems } {
  if (!(error instanceof RefusedError && error.details)) throw error;
  return { kind: 'refused', problems: inForm(error.details) };
}

/** @throws RefusedError */
function assertWritable({ param: id, user }: Visit, before: Release | undefined): void {
  if (!before && !/^[0-9a-f-]{36}$/.test(id)) throw missing('release');
  if (before && before.status !== 'DRAFT' && user.role !== 'publisher')
    throw new RefusedError('invalid', 'Only publishers change scheduled and published releases.');
}

type Saved =
  | { kind: 'saved'; release: Release; hasEvent: boolean; isSame?: boolean }
  | { kind: 'stale'; now: Release | undefined };

function save(
  { write, value, deps, origin }: Visit,
  id: string,
  { written, markdown }: { written: Written; markdown: string | undefined },
): Promise<Saved> {
  const work = async (db: Db): Promise<Saved> => {
    const now = await readRelease(db, id);
    const changed = changedFields(now && writtenOf(now), written);
    const isSame = now && (await readMarkdown(db, now)) === markdown;
    if (now && changed.length === 0 && isSame)
      return { kind: 'saved', release: now, hasEvent: false, isSame: true };
    if (revisionOf(now) !== value('revision')) return { kind: 'stale', now };
    const { hero, project_id, ...rest } = written;
    const at = { clock: deps.clock, origin };
    const absolute = hero && { ...hero, url: new URL(hero.url, origin).href };
    const whole = { ...rest, hero: absolute, project_id };
    const some = Object.fromEntries(changed.map((name) => [name, whole[name]]));
    const added = {
      ...rest,
      status: 'DRAFT' as const,
      ...defined({ hero: absolute ?? undefined, project_id: project_id ?? undefined }),
    };
    const { release, hasEvent } = now
      ? await updateRelease(db, { id, input: some }, at)
      : await createRelease(db, { id, input: added }, at);
    await keepMarkdown(db, release, markdown);
    return { kind: 'saved', release, hasEvent };
  };
  const subject = `${written.title} (${id})`;
  const isDone = (saved: Saved) => saved.kind === 'saved' && !saved.isSame;
  return write('saved a release', work, (saved) => (isDone(saved) ? subject : undefined));
}

/** Messages by field, for what the schemas refuse. */
const messages: Readonly<Record<string, string>> = {
  title: 'Give a title of 3 to 255 characters.',
  slug: 'Use 3 to 255 lower-case letters, digits and single hyphens, such as “v2-1-0”.',
  hero: 'Give an address that begins with https://, or upload a file.',
  attachments: 'Attachments need addresses that begin with https://, or uploaded files.',
};
/** Fields of the form that have another name than those of a release. */
const formFields: Readonly<Record<string, string>> = {
  ...{ hero: 'hero_url', attachments: 'attachment_files', changes: 'pasted' },
};

/** Problems of a release as those of the form. */
function inForm(details: Problems): Problems {
  const named = Object.entries(details).map(([path, why]) => {
    const [name = ''] = path.split(/[.[]/);
    return [formFields[name] ?? name, messages[name] ?? why];
  });
  return Object.fromEntries(named);
}

async function problemsOf(
  { deps, origin }: Visit,
  id: string,
  { written, problem }: Awaited<ReturnType<typeof readWritten>>,
): Promise<Problems> {
  const hero = written.hero && {
    ...written.hero,
    url: URL.parse(written.hero.url, origin)?.href ?? '',
  };
  const parsed = UpdateRelease.safeParse({ ...written, hero });
  const details = parsed.success ? {} : detailsOf(parsed.error);
  const isLarge = JSON.stringify(written).length > limits.body;
  const isTaken = await isSlugTaken(deps.db, 'release', { id, slug: written.slug });
  return {
    ...(isTaken && {
      slug: `Another release has the slug ${written.slug}. ${await freeSlug(deps.db, id, written.slug)} is free.`,
    }),
    ...defined({
      body: isLarge
        ? 'The text is too long.'
        : problem && `This is not usable as Markdown: ${problem}.`,
    }),
    ...inForm(details),
  };
}

async function freeSlug(db: Db, id: string, taken: string): Promise<string> {
  for (let n = 2; ; n += 1) {
    const slug = `${taken}-${n}`;
    if (!(await isSlugTaken(db, 'release', { id, slug }))) return slug;
  }
}

/** Adds, moves and removes changes, as the button `what` says. */
function editRows(values: Values, what: string): Values {
  const rows = rowsOf(values, 'change');
  const [, action, number] = /^(up|down|remove)-(\d{1,4})$/.exec(what) ?? [];
  const at = Number(number);
  const row = rows[at];
  if (row && action) {
    rows.splice(at, 1);
    if (action !== 'remove') rows.splice(Math.max(0, at + (action === 'up' ? -1 : 1)), 0, row);
  }
  const [type = '', spare = ''] = [values.pasted_type?.[0], values.spare?.[0]];
  const lines = (values.pasted?.[0] ?? '').split('\n').flatMap((line) => {
    return line.replace(/^\s*(?:[-*+•]|\d+[.)])?\s*/, '').trimEnd() || [];
  });
  // A second submit of the same page gives the same ids.
  const pasted = lines.map((text, n) => ({ id: `${spare}-${n}`, type, text }));
  return { ...values, pasted: [''], ...columnsOf('change', [...rows, ...pasted]) };
}
