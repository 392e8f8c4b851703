import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { toJsonText } from '../lib/json.ts';
import {
  LabelEntry,
  MilestoneEntry,
  ProjectEntry,
  ReleaseEntry,
} from '../model/content/content.ts';
import { SettingsError } from '../model/errors.ts';
import { type Content, readContent } from '../store/read/read-content.ts';

const schemas = {
  releases: ReleaseEntry,
  milestones: MilestoneEntry,
  projects: ProjectEntry,
  labels: LabelEntry,
};

/** What a content folder has collections of. */
type CollectionName = keyof typeof schemas;

/** What `waymarkLoader()` takes. */
export interface LoaderOptions<K extends CollectionName> {
  collection: K;
  /** The folder that `waymark sync` writes, from the site's root. */
  content: string;
}

/**
 * A loader for a collection of the site's own, for pages of its own: entries as sync wrote them, by
 * slug. Of releases and milestones `render()` gives what they say.
 */
export function waymarkLoader<K extends CollectionName>({
  collection,
  content,
}: LoaderOptions<K>): Omit<Loader, 'schema'> & { schema: (typeof schemas)[K] } {
  if (!(collection in schemas))
    throw new SettingsError(
      `waymarkLoader() knows no collection called ${JSON.stringify(collection)}. Take one of ${Object.keys(schemas).join(', ')}.`,
    );
  return {
    name: `waymark-${collection}`,
    schema: schemas[collection],
    load: (context) => load(collection, content, context),
  };
}

async function load(
  collection: CollectionName,
  content: string,
  { store, config, watcher, ...context }: LoaderContext,
): Promise<void> {
  const folder = join(fileURLToPath(config.root), content);
  const fill = async () => {
    const read = await readContent(folder);
    if (read.workspace === undefined) throw noContent(folder);
    store.clear();
    for (const data of entriesOf(collection, read)) {
      const body = 'body' in data ? { rendered: { html: data.body } } : {};
      store.set({ id: data.slug, data, digest: context.generateDigest(toJsonText(data)), ...body });
    }
  };
  await fill();
  watcher?.add(folder);
  watcher?.on('all', (_event, path) => {
    if (path.startsWith(folder)) fill().catch(({ message }) => context.logger.error(message));
  });
}

function entriesOf(collection: CollectionName, content: Content) {
  return [...content[collection].values()];
}

function noContent(folder: string): SettingsError {
  return new SettingsError(
    `waymarkLoader() finds no content in ${folder}. Run waymark sync first, or set content to the folder that it wrote.`,
  );
}
