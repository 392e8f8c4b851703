import { join, matchesGlob } from 'node:path';
import type { HttpAnswer } from '../../client/exchange.ts';
import type { ForgeEntry } from '../../config/sources-file.ts';
import { digest } from '../../lib/digest.ts';
import { shorten } from '../../lib/text/text.ts';
import type { Origin, Repositories } from '../../model/content/sync-state.ts';
import { WithheldError } from '../../model/errors.ts';
import { type CachedAnswers, withCachedAnswers } from '../forge/cached-answers.ts';
import { formatMoment } from '../forge/rate-limit.ts';
import { countLeftOut, type Sanitise } from '../past/past-release.ts';
import { projectOf, toRows } from '../past-rows.ts';
import {
  mapRows,
  type Source,
  SourceError,
  type SourceRow,
  type SourceRows,
  type UnreadableEntry,
} from '../source.ts';
import { convertReleases } from './convert-releases.ts';
import { askForMissing, type Completed, type CompletedRows, completeList } from './find-missing.ts';
import { entryId, type ForgeRepository, type GitHubLike, repositoryKey } from './github-like.ts';
import { type ForgeOptions, readList, readRepository, releaseList } from './read-releases.ts';
import { formerIn, planOf, settleVotes, toMilestoneRows } from './roadmap.ts';
import { explain, ForgeRelease, identify } from './rows.ts';

export interface ForgeSourceOptions
  extends Pick<ForgeOptions, 'forge' | 'baseUrl' | 'token' | 'clock' | 'random'> {
  name: string;
  /** Name of the repository in the forge. */
  repository: string;
  entry: ForgeEntry;
  sanitise: Sanitise;
  /** Folder for cached answers. The forge can confirm that an answer is unchanged. */
  cacheDir: string;
}

/** Creates a source that reads the releases of a repository. */
export function createForgeSource(options: ForgeSourceOptions): Source {
  const { forge, name, repository, entry, sanitise, clock, baseUrl } = options;
  const { project, tags, sort, types } = entry;
  const cacheFile = join(options.cacheDir, `${digest(`${baseUrl} ${repository}`, 16)}.http.json`);
  const readWith = async (cached: CachedAnswers): Promise<SourceRows> => {
    const requests = countRequests(forge);
    const asking = { ...options, cached, onAnswer: requests.onAnswer };
    const about = await readUsableRepository(options, asking);
    const key = repositoryKey(forge, about.id);
    const listed = await readList(repository, releaseList, asking);
    const plan = planOf(entry.roadmap, forge, about);
    const planned = entry.roadmap ? await readList(repository, plan, asking) : [];
    const toSourceRows = (list: Completed, plans: CompletedRows, firstName: string): SourceRows => {
      const rows = list.rows.filter(
        (row) => tags === undefined || matchesGlob(identify(row).tag ?? '', tags),
      );
      if (list.rows.length > 0 && rows.length === 0)
        throw new SourceError(
          `No tag of the ${list.rows.length} releases of ${repository} matches "${tags}". Check the tags in sources.yaml.`,
        );
      const { releases, notes } = convertReleases(rows, { forge, sanitise, project, sort, types });
      // A renamed repository keeps the id and the slug of its project, so that no address changes.
      const own = { ...projectOf(project ?? firstName), name: project ?? about.name };
      const converted = toRows(releases, firstName).map((row) =>
        row.project?.id === own.id ? { ...row, project: own } : row,
      );
      const roadmap = toMilestoneRows(plans, {
        ...{ forge, about, sanitise, releases: converted, now: clock.now() },
        ...{ plan, project: own },
      });
      return {
        // Files of a private repository are left out, because readers of the site would get 404 for
        // them.
        releases: about.private ? converted.map((row) => ({ ...row, attachments: [] })) : converted,
        milestones: roadmap.milestones,
        unreadable: [
          ...rows.flatMap((row) => toUnreadable(row, forge)),
          ...list.unread,
          ...roadmap.unreadable,
        ],
        undated: new Set<string>(),
        notes: [
          requests.note(clock.now()),
          ...notes.map(({ what }) => what),
          ...(about.private ? describeLostFiles(converted) : []),
          ...roadmap.notes,
        ],
        leftOut: countLeftOut(notes) + roadmap.leftOut,
        origins: new Map(rows.flatMap((row) => originOf(row, list.remade, forge))),
        repositories: { [key]: { first: firstName, name: about.name, source: name } },
      };
    };
    const whole = { rows: listed, remade: new Map(), unread: [] };
    const fromList = toSourceRows(whole, { rows: planned, unread: [] }, about.name);
    return {
      ...fromList,
      continueFrom: async (former) => {
        const its = { ...about, name: repository };
        const list = await completeList(its, listed, former, asking);
        const known = entry.roadmap ? formerIn(former, plan) : [];
        const plans = await askForMissing(its, plan, planned, known, asking);
        const firstName = firstNameOf(key, about, former.repositories);
        const isSame = list.rows === listed && plans.rows === planned && firstName === about.name;
        const rows = isSame ? fromList : toSourceRows(list, plans, firstName);
        return plan.list === 'issues'
          ? settleVotes(rows, former, clock.now().toISOString().slice(0, 10))
          : rows;
      },
    };
  };
  return {
    name,
    check: async () => {
      await readUsableRepository(options, { ...options, cached: {}, isOnce: true });
      const { token } = forge.settings;
      const how = options.token === undefined ? `without ${token}` : `and accepts ${token}`;
      return `${forge.name} shows ${repository} ${how}.`;
    },
    read: async () => {
      const cacheNotes: string[] = [];
      const rows = await withCachedAnswers(cacheFile, readWith, ({ code }) =>
        cacheNotes.push(
          `.cache is not writable (${code}), so the next sync requests everything again`,
        ),
      );
      return mapRows(rows, (one) => ({ ...one, notes: [...one.notes, ...cacheNotes] }));
    },
  };
}

/** @throws WithheldError if the repository is private, unless its entry allows that */
async function readUsableRepository(
  { repository, entry, forge: { name, settings } }: ForgeSourceOptions,
  options: ForgeOptions,
): Promise<ForgeRepository> {
  const about = await readRepository(repository, options);
  if (!about)
    throw new SourceError(
      `${name}’s answer about ${repository} is not usable. Check ${settings.address}: it must be ${settings.expected}.`,
    );
  if (about.private && !entry.private)
    throw new WithheldError(
      `${repository} is private, and its texts would become public. To publish them, write "private: true" below the repository in sources.yaml. To take those that are published off the site, remove the repository from sources.yaml, and run the sync with --allow-mass-delete.`,
    );
  return about;
}

/**
 * The name from which the addresses of a repository are made. Another repository may have had this
 * name before it was renamed, and keeps its addresses.
 */
function firstNameOf(key: string, { id, name }: ForgeRepository, known: Repositories): string {
  const own = known[key];
  if (own) return own.first;
  const isTaken = Object.values(known).some((one) => one.first === name && one.name !== name);
  return isTaken ? `${name}-${id}` : name;
}

function originOf(
  row: unknown,
  remade: Completed['remade'],
  forge: GitHubLike,
): [string, Origin][] {
  const { id, tag } = identify(row);
  if (id === undefined) return [];
  const entry = entryId(forge, id);
  return [[entry, { tag, upstream: remade.get(entry) }]];
}

/** Reports an invalid row as unreadable, so that its release is not removed from the site. */
function toUnreadable(row: unknown, forge: GitHubLike): UnreadableEntry[] {
  const { error } = ForgeRelease.safeParse(row);
  const { id, page, tag } = identify(row);
  if (!error || id === undefined) return [];
  const file = page ?? `release ${tag ?? id}`;
  return [{ kind: 'releases', id: entryId(forge, id), file, ...explain(error) }];
}

/**
 * Lists the files that were left out because the repository is private. Returns one line per
 * release.
 */
function describeLostFiles(rows: readonly SourceRow[]): string[] {
  return rows.flatMap(({ title, attachments }) => {
    const files = attachments as { content: { title?: string | null } }[];
    if (files.length === 0) return [];
    const names = shorten(files.map(({ content }) => content.title ?? 'a file').join(', '), 200);
    return [`${title}: left out these files, because the repository is private: ${names}`];
  });
}

/** Counts the requests and stores the remaining rate limit, for the report. */
function countRequests({ rateLimit }: GitHubLike) {
  let [count, remaining, reset] = [0, '', 0];
  return {
    onAnswer: ({ headers }: HttpAnswer) => {
      count += 1;
      remaining = headers.get(rateLimit.remaining) ?? remaining;
      const seconds = headers.get(rateLimit.reset) ?? '';
      if (/^\d{1,12}$/.test(seconds)) reset = Number(seconds) * 1000;
    },
    note: (now: Date) => {
      const left = remaining === '' ? '' : `; ${remaining} left`;
      const until =
        left === '' || reset <= now.getTime()
          ? ''
          : `, and the limit resets ${formatMoment(reset, now)}`;
      return `${count} ${count === 1 ? 'request' : 'requests'}${left}${until}`;
    },
  };
}
