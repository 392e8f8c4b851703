import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import { type CollectionName, createCollections } from '../../collections/collections.ts';
import { parseSiteConfig } from '../../config/site-config.ts';
import {
  LabelEntry,
  MilestoneEntry,
  ProjectEntry,
  ReleaseEntry,
} from '../../model/content/content.ts';
import { SettingsError } from '../../model/errors.ts';
import { finishBody } from '../../site/base/html/body.ts';
import { stringsFor } from '../../site/base/strings/languages/languages.ts';
import { createUrls } from '../../site/base/urls.ts';
import { tableFiles } from '../../store/layout.ts';

const schemas = {
  releases: ReleaseEntry,
  milestones: MilestoneEntry,
  projects: ProjectEntry,
  labels: LabelEntry,
};

/** The options of `waymarkLoader()`. */
export interface LoaderOptions<K extends CollectionName> {
  collection: K;
  /** The folder that `waymark sync` writes to, relative to the site's root. */
  content: string;
  /**
   * The path on the site below which the content's pictures are, in `assets/`: for example, the
   * `base` of `waymark()`. Default: `/`.
   */
  base?: string;
  /**
   * Language of the few words that Waymark adds to texts, such as the label of a completed task.
   * Default: `en`.
   */
  locale?: string;
}

/**
 * An Astro content loader, for sites that render releases and milestones with their own pages. An
 * entry's id is its slug. Astro's `render()` returns the body of a release or milestone.
 */
export function waymarkLoader<K extends CollectionName>({
  collection,
  content,
  base = '/',
  locale = 'en',
}: LoaderOptions<K>): Omit<Loader, 'schema'> & { schema: (typeof schemas)[K] } {
  if (!(collection in schemas))
    throw new SettingsError(
      `waymarkLoader() has no collection ${JSON.stringify(collection)}. Use one of ${Object.keys(schemas).join(', ')}.`,
    );
  const { href } = createUrls('', base);
  const finish = (html: string) => finishBody(html, href, stringsFor(locale));
  return {
    name: `waymark-${collection}`,
    schema: schemas[collection],
    load: async ({ store, config, watcher, logger, generateDigest }) => {
      const folder = join(fileURLToPath(config.root), content);
      const fill = async () => {
        const entries = await readEntries(collection, folder, finish);
        store.clear();
        for (const data of entries) {
          const rendered = 'body' in data ? { rendered: { html: data.body } } : {};
          store.set({ id: data.slug, data, digest: generateDigest(data), ...rendered });
        }
      };
      await fill();
      watcher?.add(folder);
      watcher?.on('all', (_event, path) => {
        if (path.startsWith(folder)) fill().catch(({ message }) => logger.error(message));
      });
    },
  };
}

/**
 * @throws SettingsError if the folder has no content
 * @throws WaymarkError if a file is damaged
 */
async function readEntries(
  collection: CollectionName,
  folder: string,
  finish: (html: string) => string,
) {
  if (!existsSync(join(folder, tableFiles.workspace)))
    throw new SettingsError(
      `waymarkLoader() found no content in ${folder}. Run waymark sync first, or set its option "content" to the folder that sync writes to.`,
    );
  const { readCollection, readEntry } = createCollections(folder, parseSiteConfig({}, ''));
  const rows = await readCollection(collection);
  const entries = await Promise.all(rows.map(({ slug }) => readEntry(collection, slug)));
  return entries.map((entry) => {
    const body = 'body' in entry ? { body: finish(entry.body) } : {};
    const changes =
      'changes' in entry
        ? { changes: entry.changes.map((one) => ({ ...one, html: finish(one.html) })) }
        : {};
    return { ...entry, ...body, ...changes };
  });
}
