import slugify from '@sindresorhus/slugify';
import { digestOf } from '../../lib/digest.ts';
import { fewOf, oneLine } from '../../lib/text/text.ts';
import { webAddress } from '../../lib/text/web-address.ts';
import type { ApiMilestone, ApiRelease } from '../../model/api/rows.ts';
import { stages } from '../../model/api/stages.ts';
import {
  allChangesMark,
  type MilestoneEntry,
  type ReleaseEntry,
} from '../../model/content/content.ts';
import type { EntryKind, EntryTypes } from '../../model/content/entry-kinds.ts';
import { CONVERT_VERSION } from '../../sources/convert-version.ts';
import type { SyncedWorkspace, WorkspaceTypes } from '../read/parse/parse-workspace.ts';
import type { RowTypes } from '../read/resources.ts';
import type { PrepareOptions } from './context.ts';
import { highlightCode } from './html/code/highlight.ts';
import { countMinutes, cutExcerpt, readableText } from './html/excerpt.ts';
import { parseBody } from './html/parse-body.ts';
import { arrangeBody, arrangeInline, writeBody } from './html/render-body.ts';
import { type PageIds, settleAnchors } from './html/sanitise/unique-ids.ts';
import { readGroups } from './html/text-groups.ts';
import {
  placeMedia,
  prepareAttachments,
  prepareContributors,
  prepareHero,
} from './prepare-assets.ts';

// Turns a row into an entry, the form in which content is stored for pages. Callers must check that
// the row is public. The slug may still change, because it may conflict with another entry's slug.

/**
 * Raise this whenever a code change makes the same rows produce different entries, or makes
 * `read/gate.ts` decide differently. All entries are then prepared again.
 */
export const PREPARE_VERSION = 18;

/** All inputs, except rows, that affect how entries of a kind are prepared. */
export function collectInputs(
  kind: EntryKind,
  workspace: WorkspaceTypes & Pick<SyncedWorkspace, 'url'>,
  assets: boolean,
): unknown[] {
  const ofKind = workspace[typesOfKind[kind]] ?? [];
  return [PREPARE_VERSION, CONVERT_VERSION, ofKind, workspace.url ?? null, assets];
}

/** The part of the workspace that entries of a kind depend on. */
const typesOfKind = {
  releases: 'release_change_types',
  milestones: 'roadmap_status_types',
} as const satisfies Record<EntryKind, keyof WorkspaceTypes>;

/** Digest of everything that determines how an entry is prepared, except its record. */
export function digestPreparation({ url }: Pick<SyncedWorkspace, 'url'>, assets: boolean): string {
  return digestOf([PREPARE_VERSION, CONVERT_VERSION, url ?? null, assets], 16);
}

export async function prepareRelease(
  row: ApiRelease,
  options: PrepareOptions,
): Promise<ReleaseEntry> {
  const contents = (row.changes ?? []).map(({ content }) => content);
  const { body, changes } = await prepareTexts(row.body, contents, options, row.opening);
  return {
    ...prepareIdentity(row),
    version: line(row.version),
    summary: line(row.summary),
    is_pinned: row.is_pinned === true,
    is_pre_release: row.is_pre_release === true,
    released_at: utc(row.released_at) ?? '',
    ...(row.released_on && { released_on: row.released_on }),
    updated_at: utc(row.updated_at),
    ...(row.updated_on && { updated_on: row.updated_on }),
    ...(row.announce === false && { announce: false as const }),
    ...(row.channels && { channels: row.channels }),
    hero: row.hero ? await prepareHero(row.hero, options) : null,
    changes: (row.changes ?? []).map((change, index) => ({
      ...(change.id && { id: change.id }),
      type: options.types.resolve(change),
      html: changes[index]?.html ?? '',
    })),
    attachments: await prepareAttachments(row.attachments ?? [], options),
    contributors: await prepareContributors(row.contributors ?? [], options.assets),
    excerpt: cutExcerpt(body.text),
    reading_minutes: countMinutes([body, ...changes].map(({ text }) => text)),
    body: body.html,
    ...(body.groups.length > 0 && { groups: body.groups }),
    ...prepareEditUrl(row),
  };
}

export async function prepareMilestone(
  row: ApiMilestone,
  options: PrepareOptions,
): Promise<MilestoneEntry> {
  const { body } = await prepareTexts(row.body, [], options);
  return {
    ...prepareIdentity(row),
    number: row.number ?? null,
    status: options.statuses.resolve(row.status),
    stage: line(row.stage) ?? stages[0],
    upvote_count: row.upvote_count ?? 0,
    started_at: utc(row.started_at),
    ...(row.started_on && { started_on: row.started_on }),
    ended_at: utc(row.ended_at),
    ...(row.ended_on && { ended_on: row.ended_on }),
    created_at: utc(row.created_at),
    ...(row.created_on && { created_on: row.created_on }),
    updated_at: utc(row.updated_at),
    ...(row.updated_on && { updated_on: row.updated_on }),
    ...(row.progress && { progress: row.progress }),
    ...(row.target_on && { target_on: row.target_on }),
    ...(row.address && { address: row.address }),
    ...(row.release_id && { release_id: row.release_id }),
    attachments: await prepareAttachments(row.attachments ?? [], options),
    excerpt: cutExcerpt(body.text),
    body: body.html,
    ...prepareEditUrl(row),
  };
}

export const prepareKind: {
  readonly [K in EntryKind]: (row: RowTypes[K], options: PrepareOptions) => Promise<EntryTypes[K]>;
} = { releases: prepareRelease, milestones: prepareMilestone };

function prepareIdentity(row: ApiRelease | ApiMilestone) {
  const title = oneLine(row.title);
  return {
    id: row.id,
    slug: row.slug || slugify(title),
    title,
    project: row.project?.id ?? null,
    labels: [...new Set(row.labels?.map(({ id }) => id))],
  };
}

function prepareEditUrl({ edit_url }: ApiRelease | ApiMilestone): { edit_url?: string } {
  const url = webAddress(edit_url ?? '');
  return url ? { edit_url: url } : {};
}

function line(text: string | null | undefined): string | null {
  return oneLine(text ?? '') || null;
}

/** Converts any date-time to RFC 3339 in UTC, so that times sort as text. */
function utc(time: string | null | undefined): string | null {
  return time ? new Date(time).toISOString() : null;
}

/**
 * Prepares a body and the texts of changes. The list items of a body are grouped by heading.
 * @param opening a text above the body
 */
async function prepareTexts(
  body: string | null | undefined,
  changes: readonly string[],
  options: PrepareOptions,
  opening?: string | null,
) {
  const refused = (why: string) => options.notes.push(`a text is shown as plain text: ${why}`);
  const read = async (source: string) => {
    const tree = parseBody(source, refused);
    const text = readableText(tree);
    await highlightCode(tree);
    return { tree, text, placing: await placeMedia(tree, options) };
  };
  const bodies = [...(opening ? [opening] : []), body ?? ''];
  const all = await Promise.all([...bodies, ...changes].map(read));
  // The texts share these ids, because they are on one page. They are arranged in order, so that
  // the ids do not depend on which download ends first.
  const ids: PageIds = new Map();
  const deadLinks = new Set<string>();
  for (const [index, { tree, placing }] of all.entries()) {
    const arrange = index < bodies.length ? arrangeBody : arrangeInline;
    arrange(tree, { ...placing, ids, deadLinks });
  }
  const trees = all.map(({ tree }) => tree);
  settleAnchors(trees, ids);
  const written = all.map(({ tree, text }) => ({ text, html: writeBody(tree, refused) }));
  const first = written.slice(0, bodies.length);
  if (deadLinks.size > 0)
    options.notes.push(`${deadLinkNote}: ${fewOf([...deadLinks], 3).join(', ')}`);
  return {
    body: {
      text: first.map(({ text }) => text).join(' '),
      html: first.map(({ html }) => html).join(allChangesMark),
      groups: trees.slice(0, bodies.length).flatMap(readGroups),
    },
    changes: written.slice(bodies.length),
  };
}

const deadLinkNote =
  'shows links without a usable address as text (relative ones need the repository of the source, or the url of the workspace)';
