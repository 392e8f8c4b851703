import { isDeepStrictEqual } from 'node:util';
import slugify from '@sindresorhus/slugify';
import type { z } from 'zod';
import { digest, digestOf } from '../../lib/digest.ts';
import type { Attachment } from '../../model/api/parts.ts';
import type { Release } from '../../model/api/release.ts';
import { UpdateRelease } from '../contract/requests.ts';
import type { Db } from '../database/schema.ts';
import { findFile } from '../resources/files.ts';
import type { Values } from './page.ts';
import { allFields } from './release-fields.ts';
import type { Site, Visit } from './route.ts';

// Between a release and the values of its form.

/** All fields of a release that its form has. */
export const Written = UpdateRelease.omit({ status: true }).required();
export type Written = z.infer<typeof Written>;

/** The Markdown of a release's text, if the HTML is still the one that was made of it. */
export async function readMarkdown(db: Db, { id, body }: Release): Promise<string | undefined> {
  const rows = db.selectFrom('desk_markdown').select(['markdown', 'sha256']);
  const row = await rows.where('release_id', '=', id).executeTakeFirst();
  return row?.sha256 === digest(body) ? row.markdown : undefined;
}

/** Keeps the Markdown of which a release's text was made; undefined if it was written as HTML. */
export async function keepMarkdown(
  db: Db,
  { id, body }: Release,
  markdown: string | undefined,
): Promise<void> {
  await db.deleteFrom('desk_markdown').where('release_id', '=', id).execute();
  if (markdown === undefined) return;
  const row = { release_id: id, markdown, sha256: digest(body) };
  await db.insertInto('desk_markdown').values(row).execute();
}

/** The fields of a stored release, in the form in which they are written. */
export function writtenOf(release: Release): Written {
  const { id, status, project, labels, contributors, channels, ...rest } = release;
  const { scheduled_at, released_at, released_on, created_at, updated_at, ...fields } = rest;
  return {
    ...fields,
    project_id: project?.id ?? null,
    label_ids: labels.map(({ id }) => id),
    contributor_ids: contributors.map(({ id }) => id),
    changes: fields.changes.map(({ content, ...one }) =>
      'title' in one
        ? { title: one.title, content }
        : { id: one.id, changeId: one.change_id, content },
    ),
  };
}

/** The rows of the form, whose columns are sent as lists, such as `change_text`. */
const columns = {
  change: ['id', 'type', 'text'],
  added: ['id', 'type', 'text'],
  attachment: ['id', 'title', 'url'],
} as const;
type Group = keyof typeof columns;
export type Row<G extends Group> = Record<(typeof columns)[G][number], string>;

export function rowsOf<G extends Group>(values: Values, group: G): Row<G>[] {
  const lists = columns[group].map((name) => [name, values[`${group}_${name}`] ?? []] as const);
  const length = Math.max(...lists.map(([, all]) => all.length));
  const row = (at: number) => Object.fromEntries(lists.map(([name, all]) => [name, all[at] ?? '']));
  return Array.from({ length }, (_, at) => row(at) as Row<G>);
}

export function columnsOf<G extends Group>(group: G, rows: readonly Row<G>[]): Values {
  const names: readonly (keyof Row<G> & string)[] = columns[group];
  return Object.fromEntries(
    names.map((name) => [`${group}_${name}`, rows.map((row) => row[name])]),
  );
}

/** Changes with every write to the release, also over the API; empty if there is no release. */
export function revisionOf(release: Release | undefined): string {
  if (!release) return '';
  const { status, scheduled_at, channels, updated_at } = release;
  const moved = [status, scheduled_at, channels, updated_at];
  return digestOf([writtenOf(release), ...moved.map((one) => one ?? null)], 32);
}

/** Names of the fields in which two versions differ. */
export function changedFields(before: Written | undefined, after: Written): (keyof Written)[] {
  const names = Object.keys(after) as (keyof Written)[];
  return names.filter((name) => !isDeepStrictEqual(before?.[name], after[name]));
}

/** The values with which a form shows a release. */
export function valuesOf(release: Release, markdown: string | undefined): Values {
  const { changes, attachments, hero, body, ...plain } = writtenOf(release);
  const shown = Object.entries(plain).map(([name, value]) => [name, showPlain(value)]);
  return {
    ...Object.fromEntries(shown),
    body: [markdown ?? body],
    format: [markdown === undefined && body !== '' ? 'html' : 'markdown'],
    ...{ hero_url: [hero?.url ?? ''], hero_type: [hero?.type ?? 'image'] },
    ...columnsOf(
      'attachment',
      attachments.map(({ id, content }) => ({ id, title: content.title ?? '', url: content.url })),
    ),
    ...columnsOf(
      'change',
      changes.map(({ id = '', changeId, title, content }) => {
        return { id, type: changeId ?? `title:${title}`, text: textOf(content) };
      }),
    ),
    revision: [revisionOf(release)],
  };
}

function showPlain(value: string | string[] | boolean | null): string[] {
  if (typeof value === 'boolean') return value ? ['on'] : [];
  return [value ?? ''].flat();
}

/** How fields are read, by how the release has them. */
const readers = {
  text: ([typed = '']: readonly string[]) => typed.trim(),
  optional: ([typed = '']: readonly string[]) => typed.trim() || null,
  ids: (all: readonly string[]) => [...all],
  flag: ([sent]: readonly string[]) => sent === 'on',
};

function readPlain(values: Values): Omit<Written, 'body' | 'hero' | 'changes' | 'attachments'> {
  const read = allFields.flatMap(([name, { as }]) =>
    as ? [[name, readers[as](values[name] ?? [])]] : [],
  );
  return Object.fromEntries(read);
}

/** A change's HTML as it is typed: without its paragraph, if it is plain text. */
function textOf(content: string): string {
  const [, plain] = /^<p>([^<>&*_`[\]\\]+)<\/p>$/.exec(content) ?? [];
  return plain ?? content;
}

/** The fields that a form sends, and the Markdown of which the text was made. */
export interface Read {
  written: Written;
  markdown: string | undefined;
  /** Why a text cannot be read as Markdown. */
  unusable: string | undefined;
}

/** Reads what a form sends. Texts that were not changed keep their HTML. */
export async function readWritten(
  values: Values,
  { deps: { db }, site }: Visit,
  before: Release | undefined,
): Promise<Read> {
  const value = (name: string) => values[name]?.[0]?.trim() ?? '';
  const typed = values.body?.[0] ?? '';
  const isKept = before !== undefined && typed === (await readMarkdown(db, before));
  const markdown = value('format') !== 'html' && typed.trim() !== '' ? typed : undefined;
  const rendered = markdown === undefined || isKept ? undefined : site.renderMarkdown(markdown);
  const [plain, url] = [readPlain(values), value('hero_url')];
  const written: Written = {
    ...plain,
    slug: plain.slug || slugify(plain.title, { decamelize: false }).slice(0, 200),
    body: isKept ? before.body : (rendered?.html ?? typed),
    hero: url === '' ? null : { type: value('hero_type') === 'video' ? 'video' : 'image', url },
    changes: readChanges(values, site, before),
    attachments: await readAttachments(values, db, before),
  };
  const why = rendered?.problem;
  return { written, markdown, unusable: why && `This is not usable as Markdown: ${why}.` };
}

function readChanges(values: Values, site: Site, before: Release | undefined): Written['changes'] {
  const stored = new Map(before?.changes.map(({ content }) => [textOf(content), content]));
  const toHtml = (text: string) =>
    stored.get(text) ?? (text.startsWith('<') ? text : site.renderMarkdown(text).html);
  return rowsOf(values, 'change').flatMap(({ id, type, text: typed }) => {
    const text = typed.trim();
    const [, title] = /^title:(.*)$/s.exec(type) ?? [];
    const chosen = title === undefined ? { changeId: type } : { title };
    return text === '' ? [] : { ...(id && { id }), ...chosen, content: toHtml(text) };
  });
}

function readAttachments(
  values: Values,
  db: Db,
  before: Release | undefined,
): Promise<Attachment[]> {
  const typed = rowsOf(values, 'attachment')
    .map(({ id, title, url }) => ({ id, title: title.trim(), url: url.trim() }))
    .filter(({ url }) => url !== '');
  const read = typed.map(async ({ id, title, url }): Promise<Attachment> => {
    const known = before?.attachments.find((one) => one.id === id && one.content.url === url);
    if (known?.type === 'FILE') return { ...known, content: { ...known.content, title } };
    const file = await findFile(db, /^\/files\/([^/?#]+)$/.exec(url)?.[1] ?? '');
    if (!file) return { id, type: 'LINK', content: { title: title || null, url } };
    const { name, size, type } = file;
    return { id, type: 'FILE', content: { title: title || name, url, size, type } };
  });
  return Promise.all(read);
}
