import { oneLine } from '../lib/text.ts';
import type { MilestoneEntry, ReleaseEntry } from '../model/content.ts';
import type { MilestoneRow, ReleaseRow } from '../model/rows.ts';
import type { ChangeTypes } from './change-types.ts';
import { excerptOf, readingMinutes, textOf } from './html/excerpt.ts';
import { parseBody } from './html/parse-body.ts';
import { renderBody, renderInline } from './html/render-body.ts';
import type { Mirror } from './mirror.ts';
import {
  placePictures,
  prepareAttachments,
  prepareContributors,
  prepareHero,
} from './prepare-assets.ts';

// Takes a public row; gives the entry that pages are made from, all costly work done.
// Never decides whether it is public, and never fails on what a body holds.

/** Moves whenever entries come out otherwise for the same rows: then all are prepared again. */
export const preparation = 2;

export interface PrepareOptions {
  types: ChangeTypes;
  mirror: Mirror;
  /** What relative links in bodies start from. */
  base: URL | undefined;
}

export async function prepareRelease(
  row: ReleaseRow,
  slug: string,
  options: PrepareOptions,
): Promise<ReleaseEntry> {
  const { mirror } = options;
  const { body, text } = await prepareBody(row.body, options);
  const changes = await Promise.all(
    (row.changes ?? []).map(async (change) => ({
      type: options.types.resolve(change),
      ...(await prepareChange(change.content, options)),
    })),
  );
  return {
    ...identity(row, slug),
    version: line(row.version),
    summary: line(row.summary),
    is_pinned: row.is_pinned === true,
    is_pre_release: row.is_pre_release === true,
    released_at: utc(row.released_at) ?? '',
    updated_at: utc(row.updated_at),
    hero: row.hero ? await prepareHero(row.hero, mirror) : null,
    changes: changes.map(({ type, html }) => ({ type, html })),
    attachments: await prepareAttachments(row.attachments ?? [], mirror),
    contributors: await prepareContributors(row.contributors ?? [], mirror),
    excerpt: excerptOf(text),
    reading_minutes: readingMinutes([text, ...changes.map((change) => change.text)]),
    body,
  };
}

export async function prepareMilestone(
  row: MilestoneRow,
  slug: string,
  options: PrepareOptions,
): Promise<MilestoneEntry> {
  const { body, text } = await prepareBody(row.body, options);
  return {
    ...identity(row, slug),
    number: row.number ?? null,
    status: line(row.status),
    stage: row.stage,
    upvote_count: row.upvote_count ?? 0,
    started_at: utc(row.started_at),
    ended_at: utc(row.ended_at),
    created_at: utc(row.created_at),
    updated_at: utc(row.updated_at),
    attachments: await prepareAttachments(row.attachments ?? [], options.mirror),
    excerpt: excerptOf(text),
    body,
  };
}

function identity(row: ReleaseRow | MilestoneRow, slug: string) {
  return {
    id: row.id,
    slug,
    title: oneLine(row.title),
    project: row.project?.id ?? null,
    labels: (row.labels ?? []).map(({ id }) => id),
  };
}

async function prepareBody(html: string | null | undefined, options: PrepareOptions) {
  const tree = parseBody(html ?? '');
  const text = textOf(tree);
  return { text, body: renderBody(tree, await placePictures(tree, options)) };
}

async function prepareChange(content: string, options: PrepareOptions) {
  const tree = parseBody(content);
  const text = textOf(tree);
  return { text, html: renderInline(tree, await placePictures(tree, options)) };
}

function line(text: string | null | undefined): string | null {
  return oneLine(text ?? '') || null;
}

/** Any date-time as RFC 3339 in UTC, so that times compare and sort as text. */
function utc(time: string | null | undefined): string | null {
  return time ? new Date(time).toISOString() : null;
}
