import { isDeepStrictEqual } from 'node:util';
import slugify from '@sindresorhus/slugify';
import type { z } from 'zod';
import { digest, digestOf } from '../../lib/digest.ts';
import { oneLine } from '../../lib/text/text.ts';
import type { Attachment } from '../../model/api/parts.ts';
import type { Release } from '../../model/api/release.ts';
import { limits } from '../../model/limits.ts';
import { UpdateRelease } from '../contract/requests.ts';
import { detailsOf } from '../http/details.ts';
import type { FilePart } from '../http/read-parts.ts';
import { RefusedError } from '../refused-error.ts';
import { defined } from '../resources/defined.ts';
import { findFile } from '../resources/files.ts';
import { readMarkdown } from '../resources/releases/markdown.ts';
import { storedHero } from '../resources/releases/releases.ts';
import { freeSlug } from '../resources/slugs.ts';
import { prepareFile } from '../resources/uploads/prepare-file.ts';
import { saveUpload } from '../resources/uploads/uploads.ts';
import { changeValues, readChanges } from './changes.ts';
import type { Problems, Values } from './page.ts';
import { releaseFields } from './release-fields.ts';
import type { Visit } from './route.ts';

// Between a release and the values of its form.

/** All fields of a release that its form has. */
const Written = UpdateRelease.omit({ status: true }).required();
export type Written = z.infer<typeof Written>;

/** The fields of a stored release, in the form in which they are written, among others. */
export function writtenOf(release: Release): Written {
  const { project, labels, contributors, ...own } = release;
  return {
    ...own,
    project_id: project?.id ?? null,
    label_ids: labels.map(({ id }) => id),
    contributor_ids: contributors.map(({ id }) => id),
    changes: own.changes.map(({ content, ...one }) =>
      'title' in one
        ? { title: one.title, content }
        : { id: one.id, changeId: one.change_id, content },
    ),
  };
}

/**
 * Changes with every write to the release, also over the API, but not if a label or the like gets
 * another name; empty if there is no release.
 */
export function revisionOf(release: Release | undefined): string {
  return release ? digestOf(writtenOf(release), 32) : '';
}

/** Names of the fields in which two versions differ. */
export function changedFields(before: Written, after: Written): (keyof Written)[] {
  const names = Object.keys(after) as (keyof Written)[];
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** The values with which a form shows a release. */
export function valuesOf(release: Release, markdown: string | undefined): Values {
  const { changes, attachments, hero, body, ...plain } = writtenOf(release);
  return {
    ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, showPlain(value)])),
    body: [markdown ?? body],
    format: [markdown === undefined && body !== '' ? 'html' : 'markdown'],
    ...{ hero_url: [hero?.url ?? ''], hero_type: [hero?.type ?? 'image'] },
    attachments: [attachments.map(lineOf).join('\n')],
    ...changeValues(changes),
    revision: [revisionOf(release)],
  };
}

function showPlain(value: unknown): string[] {
  if (typeof value === 'boolean') return value ? ['on'] : [];
  return [value ?? ''].flat().map(String);
}

function readPlain([first, ...others]: readonly string[], kind: string | undefined) {
  if (kind === 'check') return first === 'on';
  if (kind === 'checks') return first === undefined ? [] : [first, ...others];
  return first?.trim() || null;
}

/** An attachment as it is typed. */
function lineOf({ content: { url, title } }: Attachment): string {
  return oneLine(`${url} ${title ?? ''}`);
}

/**
 * Reads what a form sends, and the Markdown of which the text was made. Texts that were not changed
 * keep their HTML. There are problems if no fields are returned.
 */
export async function readWritten(values: Values, visit: Visit, before: Release | undefined) {
  const { origin, param: id } = visit;
  const { db } = visit.deps;
  const value = (name: string) => values[name]?.[0]?.trim() ?? '';
  const { body, markdown, problem } = await readText(values, visit, before);
  const plain = Object.entries(releaseFields).map(([name, { kind }]) => {
    return [name, readPlain(values[name] ?? [], kind)];
  });
  const [url, type, title] = [value('hero_url'), value('hero_type'), value('title')];
  const slug = value('slug') || slugify(title || 'untitled', { decamelize: false }).slice(0, 200);
  const { data, error } = Written.safeParse({
    ...{ ...Object.fromEntries(plain), slug, body },
    // The API takes whole addresses only.
    hero: url === '' ? null : { type, url: URL.parse(url, origin)?.href },
    changes: readChanges(values, visit.site, before),
    attachments: await readAttachments(values, visit, before),
  });
  const free = await freeSlug(db, 'release', { id, slug });
  const isLarge = JSON.stringify(data ?? '').length > limits.body;
  const problems = defined({
    slug: free === slug ? undefined : `Another release has the slug ${slug}. ${free} is free.`,
    body: isLarge ? 'The text is too long.' : problem,
    ...inForm(error ? detailsOf(error) : {}),
  });
  const written = data && { ...data, hero: data.hero && storedHero(data.hero, origin) };
  return { written, markdown, problems };
}

async function readText(values: Values, { deps, site }: Visit, before: Release | undefined) {
  const [typed = ''] = values.body ?? [];
  const markdown = values.format?.[0] !== 'html' && typed.trim() !== '' ? typed : undefined;
  if (before && typed === (await readMarkdown(deps.db, before)))
    return { body: before.body, markdown };
  if (markdown === undefined) return { body: typed, markdown };
  const { html, problem } = site.renderMarkdown(markdown);
  return { body: html, markdown, problem: problem && `Not usable as Markdown: ${problem}.` };
}

/** Problems of a release as those of the form. */
export function inForm(details: Problems): Problems {
  const named = Object.entries(details).map(([path, why]) => {
    const [field = ''] = path.replace('hero', 'hero_url').split(/[.[]/);
    return [field, releaseFields[field]?.wrong ?? why];
  });
  return Object.fromEntries(named);
}

/** New attachments have the same ids if the form is sent again. */
function readAttachments(
  { attachments: [typed = ''] = [] }: Values,
  { deps: { db }, param }: Visit,
  before: Release | undefined,
): Promise<Attachment[]> {
  const lines = typed.split('\n').map(oneLine).filter(Boolean);
  const read = lines.map(async (line): Promise<Attachment> => {
    const known = before?.attachments.find((one) => lineOf(one) === line);
    if (known) return known;
    const [, url = '', title = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    const id = digest(`${param} ${line}`, 32);
    const file = await findFile(db, /^\/files\/([^/?#]+)$/.exec(url)?.[1] ?? '');
    if (!file) return { id, type: 'LINK', content: { title: title || null, url } };
    const { name, size, type } = file;
    return { id, type: 'FILE', content: { title: title || name, url, size, type } };
  });
  return Promise.all(read);
}

/** Stores the files of a form. They get the same names if the form is sent again. */
export async function takeFiles(visit: Visit): Promise<{ values: Values; problems: Problems }> {
  const problems: Record<string, string> = {};
  let { attachments: [attachments = ''] = [] } = visit.values;
  let hero: Values = {};
  for (const file of visit.files)
    try {
      const { name, type } = await store(visit, file);
      const url = `/files/${name}`;
      if (file.field === 'attachment_files') attachments += `\n${url} ${oneLine(file.name)}`;
      else hero = { hero_url: [url], hero_type: [type.startsWith('video/') ? 'video' : 'image'] };
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      problems[file.field] = error.message;
    }
  return { values: { ...visit.values, ...hero, attachments: [attachments.trim()] }, problems };
}

async function store({ deps, write, param }: Visit, { type, pieces }: FilePart) {
  const bytes = new Uint8Array(Buffer.concat(pieces));
  const file = await prepareFile(bytes, type, digest(`${param} ${digest(bytes)}`, 32));
  const saving = { clock: deps.clock, maxBytes: deps.maxFileBytes };
  await write(async (db, log) => {
    if (await findFile(db, file.name)) return;
    await saveUpload(db, file, saving);
    await log('uploaded a file', file.name);
  });
  return file;
}
