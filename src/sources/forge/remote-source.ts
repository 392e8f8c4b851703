import { join, matchesGlob } from 'node:path';
import type { HttpAnswer } from '../../client/exchange.ts';
import type { ForgeEntry } from '../../config/sources-file.ts';
import { digest } from '../../lib/digest.ts';
import { count, shorten } from '../../lib/text/text.ts';
import type { Origin, Repositories } from '../../model/content/sync-state.ts';
import { WithheldError } from '../../model/errors.ts';
import { countLeftOut, type Sanitise } from '../past/past-release.ts';
import { type PastRow, projectOf, toRows } from '../past-rows.ts';
import {
  emptyRows,
  mapRows,
  type Source,
  SourceError,
  type SourceRows,
  type UnreadableEntry,
} from '../source.ts';
import { type CachedAnswers, withCachedAnswers } from './cached-answers.ts';
import { convertReleases, type ReleaseSchema } from './convert-releases.ts';
import { asListed, type CompletedRows, completeList } from './find-missing.ts';
import { entryId, type ForgeRepository, repositoryKey } from './forge.ts';
import { explain } from './forge-release.ts';
import { type ForgeList, readList } from './lists.ts';
import { formatMoment } from './rate-limit.ts';
import { type RequestOptions, readValue } from './read-pages.ts';
import { type Roadmap, settleVotes, toMilestoneRows } from './roadmap.ts';

export interface RemoteSourceOptions
  extends Pick<RequestOptions, 'forge' | 'baseUrl' | 'token' | 'clock' | 'random'> {
  name: string;
  /** Name of the repository in `sources.yaml`, for messages. */
  repository: string;
  entry: Omit<ForgeEntry, 'roadmap'>;
  sanitise: Sanitise;
  /** Folder for cached answers. The forge can confirm that an answer is unchanged. */
  cacheDir: string;
}

/** The paths of a repository in the API of a forge, and how its answers are read. */
export interface RemoteApi {
  /** Path of the description of the repository, as in a list. */
  path: string;
  /** Reads the description; undefined if it is invalid. */
  parseRepository(value: unknown): ForgeRepository | undefined;
  /** All releases, including drafts if the token gives access to them. */
  releases: Omit<ForgeList, 'kind' | 'start'> & {
    /** Reads a release, and converts it to the form of GitHub's API. */
    schema: ReleaseSchema;
  };
  roadmap?: ((repository: ForgeRepository) => Roadmap) | undefined;
}

/** Creates a source that reads the releases of a repository from the API of a forge. */
export function createRemoteSource(options: RemoteSourceOptions, api: RemoteApi): Source {
  const { forge, name, repository, entry, sanitise, clock, baseUrl } = options;
  const { project, tags, sort, types } = entry;
  const { identify, schema } = api.releases;
  const releaseList: ForgeList = { ...api.releases, kind: 'releases', start: entryId(forge, '') };
  const cacheFile = join(options.cacheDir, `${digest(`${baseUrl} ${repository}`, 16)}.http.json`);
  const readWith = async (cached: CachedAnswers): Promise<SourceRows> => {
    const requests = countRequests(forge);
    const asking = { ...options, cached, onAnswer: requests.onAnswer };
    const about = await readUsableRepository(options, api, asking);
    const key = repositoryKey(forge, about.id);
    const listed = await readList(releaseList, asking);
    const roadmap = api.roadmap?.(about);
    const listedPlans = roadmap ? await readList(roadmap, asking) : [];
    const toSourceRows = (
      list: CompletedRows,
      plans: CompletedRows,
      firstName: string,
    ): SourceRows => {
      const { firstIds } = list;
      const rows = list.rows.filter(
        (row) => tags === undefined || matchesGlob(identify(row).tag ?? '', tags),
      );
      if (list.rows.length > 0 && rows.length === 0)
        throw new SourceError(
          `No tag of the ${count(list.rows.length, 'release')} of ${repository} matches "${tags}". Check the tags in sources.yaml.`,
        );
      const how = { forge, sanitise, project, sort, types, schema, firstIds };
      const { releases, notes } = convertReleases(rows, how);
      // A renamed repository keeps the id and the slug of its project, so that no address changes.
      const own = { ...projectOf(project ?? firstName), name: project ?? about.name };
      const converted = toRows(releases, firstName).map((row) =>
        row.project?.id === own.id ? { ...row, project: own } : row,
      );
      const { milestones, ...planned } = roadmap
        ? toMilestoneRows(roadmap, plans, {
            ...{ forge, about, sanitise, releases: converted, project: own, now: clock.now() },
          })
        : emptyRows();
      const identified = rows.flatMap((row) => identifyEntry(row, list, options, api));
      return {
        // Files of a private repository are left out, because readers of the site would get 404 for
        // them.
        releases: about.private ? converted.map((row) => ({ ...row, attachments: [] })) : converted,
        milestones,
        unreadable: [
          // An invalid row is reported, so that its release is not removed from the site.
          ...identified.flatMap(({ unreadable }) => unreadable),
          ...list.unread,
          ...planned.unreadable,
        ],
        undated: new Set<string>(),
        notes: [
          requests.note(clock.now()),
          ...notes.map(({ what }) => what),
          ...(about.private ? describeLostFiles(converted) : []),
          ...planned.notes,
        ],
        leftOut: countLeftOut(notes) + planned.leftOut,
        origins: new Map(identified.map(({ entry, origin }) => [entry, origin])),
        repositories: { [key]: { first: firstName, name: about.name, source: name } },
      };
    };
    const fromList = toSourceRows(asListed(listed), asListed(listedPlans), about.name);
    return {
      ...fromList,
      continueFrom: async (former) => {
        const missing = {
          ...{ options: asking, repository: about },
          readAgain: (uncached: RequestOptions) => readRepository(api, uncached),
        };
        const list = await completeList(releaseList, listed, former, missing);
        const plans = roadmap
          ? await completeList(roadmap, listedPlans, former, missing)
          : asListed(listedPlans);
        const firstName = firstNameOf(key, about, former.repositories);
        const isSame =
          list.rows.length + plans.rows.length === listed.length + listedPlans.length &&
          [list, plans].every(({ firstIds, unread }) => firstIds.size + unread.length === 0) &&
          firstName === about.name;
        const rows = isSame ? fromList : toSourceRows(list, plans, firstName);
        return settleVotes(rows, former, clock.now());
      },
    };
  };
  return {
    name,
    check: async () => {
      await readUsableRepository(options, api, { ...options, cached: {}, isOnce: true });
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

async function readRepository({ path, parseRepository }: RemoteApi, options: RequestOptions) {
  return parseRepository(await readValue(path, options));
}

/** @throws WithheldError if the repository is private, unless its entry allows that */
async function readUsableRepository(
  { repository, entry, forge: { name, settings } }: RemoteSourceOptions,
  api: RemoteApi,
  options: RequestOptions,
): Promise<ForgeRepository> {
  const about = await readRepository(api, options);
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

/** The entry of a row, what later syncs have to know of it, and whether the row is invalid. */
function identifyEntry(
  row: unknown,
  { firstIds }: CompletedRows,
  { forge }: RemoteSourceOptions,
  { releases: { identify, schema, noun } }: RemoteApi,
) {
  const { id, tag, page: file = `${noun} ${tag ?? id}` } = identify(row);
  if (id === undefined) return [];
  const own = entryId(forge, id);
  const entry = firstIds.get(own) ?? own;
  const origin: Origin = { tag, upstream: own === entry ? undefined : own };
  const { error } = schema.safeParse(row);
  const unreadable: UnreadableEntry[] = error
    ? [{ kind: 'releases', id: entry, file, ...explain(error) }]
    : [];
  return [{ entry, origin, unreadable }];
}

/**
 * Lists the files that were left out because the repository is private. Returns one line per
 * release.
 */
function describeLostFiles(rows: readonly PastRow[]): string[] {
  return rows.flatMap(({ title, attachments }) => {
    if (attachments.length === 0) return [];
    const names = attachments.map(({ content }) => content.title ?? 'a file').join(', ');
    return `${title}: left out these files, because the repository is private: ${shorten(names, 200)}`;
  });
}

/** Counts the requests and stores the remaining rate limit, for the report. */
function countRequests({ rateLimit }: RemoteSourceOptions['forge']) {
  let [count, remaining, reset] = [0, '', 0];
  return {
    onAnswer: ({ headers }: HttpAnswer) => {
      count += 1;
      remaining = headers.get(rateLimit.remaining) ?? remaining;
      const seconds = headers.get(rateLimit.reset) ?? '';
      if (/^\d{1,12}$/.test(seconds)) reset = Number(seconds) * 1000;
    },
    note: (now: Date) => {
      const made = `${count} ${count === 1 ? 'request' : 'requests'}`;
      if (remaining === '') return made;
      const left = `${made}; ${remaining} left`;
      return reset > now.getTime()
        ? `${left}, and the limit resets ${formatMoment(reset, now)}`
        : left;
    },
  };
}
