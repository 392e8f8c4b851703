import { sql } from 'kysely';
import { z } from 'zod';
import { toIsoUtc } from '../../../lib/time/clock.ts';
import { Attachment, Change, Contributor, Hero, Label, Project } from '../../../model/api/parts.ts';
import { Release } from '../../../model/api/release.ts';
import type { ListReleases } from '../../contract/lists.ts';
import { flag, json, toFlag } from '../../database/columns.ts';
import { wordsOf } from '../../database/engine.ts';
import { isLinkedToAny, replaceLinks } from '../../database/links.ts';
import { fixedText, paged } from '../../database/queries.ts';
import type { Db } from '../../database/schema.ts';
import { saveWithFiles } from '../file-uses.ts';
import { labelsOf, projectOf } from '../parts.ts';

const Row = Release.extend({
  is_pinned: flag,
  is_public: flag,
  is_pre_release: flag,
  hero: json(Hero).nullable(),
  changes: json(z.array(Change)),
  project: json(Project).nullable(),
  labels: json(z.array(Label)),
  attachments: json(z.array(Attachment)),
  contributors: json(z.array(Contributor)),
  scheduled_at: z.string().nullable(),
  released_on: z.string().nullable(),
  channels: json(z.array(z.string())).nullable(),
}).transform(
  // docs/api.md, "Release": `scheduled_at` is set only while the status is SCHEDULED.
  // The fields have the order of `Release`, so that an export has the bytes that were imported.
  ({ scheduled_at, released_on, channels, created_at, updated_at, ...rest }): Release => ({
    ...rest,
    ...(released_on && { released_on }),
    ...(channels && { channels }),
    created_at,
    updated_at,
    ...(scheduled_at && { scheduled_at }),
  }),
);

/** One page of the releases, newest first. */
export async function listReleases(db: Db, query: ListReleases): Promise<Release[]> {
  // Ids are selected first, so that links are only read for the rows of the page.
  const { rows } = await sql`${selectReleases(db)} where release.id in ${await idsOf(db, query)}
    order by release.created_at desc, release.id`.execute(db);
  return rows.map((row) => Row.parse(row));
}

/** The release with this id, whatever its status. */
export async function readRelease(db: Db, id: string): Promise<Release | undefined> {
  const { rows } = await sql`${selectReleases(db)} where release.id = ${id}`.execute(db);
  return rows.length > 0 ? Row.parse(rows[0]) : undefined;
}

async function idsOf(db: Db, query: ListReleases) {
  const { slug, is_public, status, project_id, label_ids, created_before, ...page } = query;
  const [label, ...otherLabels] = label_ids ?? [];
  const isRare = [slug, project_id, ...otherLabels].some((one) => one !== undefined);
  // Most releases are released and public, so most of the releases of a label match.
  const isCommon = (status ?? 'RELEASED') === 'RELEASED' && is_public !== false;
  if (label !== undefined && !isRare && isCommon)
    return paged(idsWithLabel(db, label, query), page);
  let ids = db.selectFrom('release').select('id');
  if (slug !== undefined) ids = ids.where('slug', '=', slug);
  if (is_public !== undefined) ids = ids.where('is_public', '=', toFlag(is_public));
  if (status !== undefined) ids = ids.where('status', '=', status);
  if (project_id !== undefined) ids = ids.where('project_id', '=', project_id);
  if (label_ids !== undefined)
    ids = ids.where(await isLinkedToAny(db, 'release_label', 'release.id', label_ids));
  if (created_before !== undefined) ids = ids.where('created_at', '<', created_before);
  return paged(ids.orderBy('created_at', 'desc').orderBy('id'), page);
}

/** Reads a label's releases from an index that is sorted like the list of releases. */
function idsWithLabel(
  db: Db,
  label: string,
  { status, is_public, created_before }: Omit<ListReleases, 'label_ids'>,
) {
  let links = db
    .selectFrom('release_label')
    .select('release_label.release_id')
    .where('release_label.label_id', '=', label)
    .orderBy('release_label.created_at', 'desc')
    .orderBy('release_label.release_id');
  if (created_before !== undefined)
    links = links.where('release_label.created_at', '<', created_before);
  if (status === undefined && is_public === undefined) return links;
  // SQLite reads the first table of a cross join first, in the order of the list.
  return links
    .crossJoin('release')
    .whereRef('release.id', '=', 'release_label.release_id')
    .$if(status !== undefined, (some) => some.where('release.status', '=', status ?? 'RELEASED'))
    .$if(is_public !== undefined, (some) => some.where('release.is_public', '=', 1));
}

const selectReleases = fixedText((db) =>
  db
    .selectFrom('release')
    .select(['id', 'title', 'body', 'slug', 'status', 'version', 'is_pinned', 'is_public'])
    .select(['is_pre_release', 'summary', 'hero', 'changes', 'attachments'])
    .select([projectOf(db, 'release').as('project'), labelsOf(db, 'release').as('labels')])
    .select(contributorsOf(db).as('contributors'))
    .select(['scheduled_at', 'released_at', 'released_on', 'channels'])
    .select(['created_at', 'updated_at']),
);

function contributorsOf(db: Db) {
  return wordsOf(db).jsonArrayFrom(
    db
      .selectFrom('release_contributor as x')
      .innerJoin('contributor as c', 'c.id', 'x.contributor_id')
      .select(['c.id', 'c.name', 'c.avatar_url'])
      .where('x.release_id', '=', sql.ref<string>('release.id'))
      .orderBy('x.position'),
  );
}

/** Writes a whole release. Its project, labels and contributors must exist already. */
export async function saveRelease(db: Db, release: Release, now: Date): Promise<void> {
  await saveWithFiles(db, 'release', toReleaseRow(release), now);
  await replaceLinks(db, 'release_label', release.id, release.labels);
  await replaceLinks(db, 'release_contributor', release.id, release.contributors);
}

/** Converts a release to a row of the database, with times in ISO 8601 in UTC. */
export function toReleaseRow(release: Release) {
  const { hero, project, labels, contributors, scheduled_at, released_at, ...rest } = release;
  return {
    ...rest,
    is_pinned: toFlag(release.is_pinned),
    is_public: toFlag(release.is_public),
    is_pre_release: toFlag(release.is_pre_release),
    hero: hero && JSON.stringify(hero),
    changes: JSON.stringify(release.changes),
    attachments: JSON.stringify(release.attachments),
    channels: release.channels ? JSON.stringify(release.channels) : null,
    project_id: project?.id ?? null,
    // docs/api.md, "Release": `scheduled_at` is set only while the status is SCHEDULED.
    scheduled_at: release.status === 'SCHEDULED' && scheduled_at ? toIsoUtc(scheduled_at) : null,
    released_at: released_at && toIsoUtc(released_at),
    released_on: (released_at && release.released_on) || null,
    created_at: toIsoUtc(release.created_at),
    updated_at: toIsoUtc(release.updated_at),
  };
}

/** Whether readers can see the release. */
export function isLive({ status, is_public }: Pick<Release, 'status' | 'is_public'>): boolean {
  return status === 'RELEASED' && is_public;
}

/** Converts a release for clients: paths such as `/files/…` become addresses of this service. */
export function showRelease(release: Release, origin: string): Release {
  const { hero, contributors } = release;
  const uri = (url: string) => (url.startsWith('/') ? new URL(url, origin).href : url);
  return {
    ...release,
    hero: hero && { ...hero, url: uri(hero.url) },
    contributors: contributors.map(({ avatar_url, ...rest }) => ({
      ...rest,
      avatar_url: avatar_url && uri(avatar_url),
    })),
  };
}

/**
 * Converts a hero for storage: addresses of this service's own files become paths, because its host
 * may change.
 */
export function storedHero(hero: Hero, origin: string): Hero {
  const isOwn = hero.url.startsWith(`${origin}/files/`);
  return isOwn ? { ...hero, url: hero.url.slice(origin.length) } : hero;
}
