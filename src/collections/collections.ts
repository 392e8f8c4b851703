import type { SiteConfig } from '../config/site-config.ts';
import { command } from '../lib/processes/command.ts';
import type { LabelEntry, ProjectEntry, ReleaseListing } from '../model/content/content.ts';
import {
  byKind,
  type EntryKind,
  type EntryTypes,
  entryKinds,
  type ListingTypes,
} from '../model/content/entry-kinds.ts';
import type { FilterKind } from '../model/content/filter-kinds.ts';
import { WaymarkError } from '../model/errors.ts';
import { stringsFor } from '../site/base/strings/languages/languages.ts';
import { kindsOfText } from '../site/base/upgrade-kinds.ts';
import { archiveKinds } from '../site/releases/archive-kinds.ts';
import { entryPath } from '../store/layout.ts';
import type { KindsOf } from '../store/read/listed-rows.ts';
import { type ListingIndex, readListings } from '../store/read/listings.ts';
import { createEntryReader } from '../store/read/read-for-page.ts';
import { readTable } from '../store/read/read-tables.ts';

/** The rows of each collection, which have no long texts. */
export interface Rows extends ListingTypes {
  projects: ProjectEntry;
  labels: LabelEntry;
}

/** The whole entries of each collection. */
export type Entries = EntryTypes & Pick<Rows, 'projects' | 'labels'>;

const filters = {
  releases: ['project', 'label', 'type', 'year'],
  milestones: ['project', 'label'],
  projects: [],
  labels: [],
} as const satisfies Record<keyof Rows, readonly FilterKind[]>;

export type CollectionName = keyof typeof filters;

/**
 * Conditions that rows have to meet. `project` and `label` are slugs or ids, `type` is the slug of a
 * type of change, and `year` is a year in the site's time zone.
 */
export type Filter<K extends CollectionName> = {
  readonly [F in (typeof filters)[K][number]]?: F extends 'year' ? number : string;
};

export type Collections = ReturnType<typeof createCollections>;

/**
 * The collections of a content folder. Each call reads the current content, but only the files that
 * have changed since the last call.
 * @param contentDir absolute
 */
export function createCollections(contentDir: string, config: SiteConfig) {
  const indexes = byKind<Record<EntryKind, ListingIndex>>(() => new Map());
  const readFile = createEntryReader(contentDir);
  let isBuild = false;

  const frame = { config, strings: stringsFor(config.locale) };
  const kindsOf: KindsOf = (entry) => ('changes' in entry ? kindsOfText(entry, frame) : []);
  const readListed = async <K extends EntryKind>(kind: K): Promise<ListingTypes[K][]> => {
    const index = await readListings(contentDir, kind, indexes[kind], kindsOf);
    indexes[kind] = index;
    return Array.from(index.values(), ({ row }) => row);
  };
  const readAll: { [K in CollectionName]: () => Promise<Rows[K][]> } = {
    releases: () => readListed('releases'),
    milestones: () => readListed('milestones'),
    projects: async () => (await readTable(contentDir, 'projects')) ?? [],
    labels: async () => (await readTable(contentDir, 'labels')) ?? [],
  };

  /**
   * The rows of a collection, sorted by id.
   * @throws WaymarkError that names a damaged file, or a filter that the collection does not have
   */
  async function readCollection<K extends CollectionName>(
    name: K,
    filter: Filter<K> = {},
  ): Promise<Rows[K][]> {
    let rows: Rows[K][] = await readAll[name]();
    for (const [kind, value] of Object.entries(filter)) {
      if (value === undefined) continue;
      if (!filters[name].includes(kind as never)) throw noFilter(name, kind);
      const { keys } = archiveKinds[kind as FilterKind];
      const named = kind === 'project' || kind === 'label' ? await readAll[`${kind}s`]() : [];
      const key = named.find(isNamed(String(value)))?.id ?? String(value);
      rows = rows.filter((row) => keys(row as ReleaseListing, { config }).includes(key));
    }
    return rows.sort((one, other) => one.id.localeCompare(other.id));
  }

  /**
   * A whole entry.
   * @param name its slug or its id
   * @throws WaymarkError that names a damaged file
   */
  async function findEntry<K extends CollectionName>(
    collection: K,
    name: string,
  ): Promise<Entries[K] | undefined> {
    const find = async () => (await readAll[collection]()).find(isNamed(name));
    const read = (slug: string) => {
      const kind = collection as EntryKind;
      const listed = isBuild ? indexes[kind].get(entryPath(kind, slug)) : undefined;
      return readFile(kind, slug, listed?.stamp);
    };
    const isTable = !(collection in indexes);
    const found = isTable ? await find() : (read(name) ?? read((await find())?.slug ?? name));
    return found as Entries[K] | undefined;
  }

  /** A whole entry. @throws WaymarkError if it is damaged or missing */
  async function readEntry<K extends CollectionName>(name: K, slug: string): Promise<Entries[K]> {
    const entry = await findEntry(name, slug);
    if (entry) return entry;
    throw new WaymarkError(
      `${slug} was removed from the ${name} in ${contentDir} during the build.\nBuild again when ${command('sync')} is not running.`,
    );
  }

  return {
    readCollection,
    findEntry,
    readEntry,
    /** The rows that were read last, with the stamps of their files. */
    index: (): ListingIndex => new Map([...indexes.releases, ...indexes.milestones]),
    /**
     * Begins a build, with the rows of an earlier process, so that unchanged files are not read again.
     * During a build, files have the stamps of its rows.
     */
    useIndex: (index: ListingIndex) => {
      isBuild = true;
      for (const kind of entryKinds) indexes[kind] = index;
    },
  };
}

function isNamed(name: string) {
  return ({ slug, id }: { slug: string; id: string }) => slug === name || id === name;
}

function noFilter(name: CollectionName, filter: string): WaymarkError {
  const known = filters[name].join(', ') || 'no filters';
  return new WaymarkError(
    `The collection ${name} has no filter ${JSON.stringify(filter)}. It has ${known}.`,
  );
}
