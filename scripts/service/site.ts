import { existsSync, lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Env, parseSettings, siteSettings } from '../../src/config/settings.ts';
import type { Release } from '../../src/model/api/release.ts';
import type { Site, Step } from '../../src/service/desk/route.ts';
import { createUrls, paths } from '../../src/site/base/urls.ts';
import { renderMarkdown } from '../../src/sources/markdown/render-markdown.ts';
import { entryPath } from '../../src/store/layout.ts';
import { createEntryReader } from '../../src/store/read/read-for-page.ts';
import { readTable } from '../../src/store/read/read-tables.ts';
import { channelReader, createPreviewer } from '../tools.ts';

/**
 * What the desk knows of the site.
 * @param folder the site's folder; without one, only `announce.yaml` of this folder is read
 */
export function openSite(folder: string | undefined, env: Env): Site {
  const settings = parseSettings(env, [...siteSettings, 'ANNOUNCE_LEDGER']);
  const { SITE_URL, BASE_PATH, SITE_CONFIG } = settings;
  // The environment has keys and secrets, so no more of it is passed on.
  const { NODE_OPTIONS } = env;
  const urls = createUrls(SITE_URL, BASE_PATH);
  const inSite = (name: string) => resolve(folder ?? '.', name);
  return {
    renderMarkdown(text) {
      const { html, notes } = renderMarkdown(text);
      return { html, problem: notes[0]?.what };
    },
    channels: async (release, types) =>
      (await channelReader?.readChannels(inSite('announce.yaml'), release, types)) ?? {
        channels: [],
      },
    preview: createPreviewer?.(folder, { SITE_URL, BASE_PATH, SITE_CONFIG, NODE_OPTIONS }),
    isPreviewOfSite: folder !== undefined,
    async isFormerSlug(slug) {
      if (folder === undefined) return false;
      const redirects = await readTable(inSite(settings.CONTENT_DIR), 'redirects');
      return Object.hasOwn(redirects?.releases ?? {}, slug);
    },
    async steps(release) {
      if (folder === undefined) return [];
      const [content, dist] = [inSite(settings.CONTENT_DIR), inSite(settings.OUT_DIR)];
      const entry = createEntryReader(content)('releases', release.slug);
      const isSynced =
        entry?.id === release.id &&
        Date.parse(entry.updated_at ?? '') >= Date.parse(release.updated_at);
      const page = join(dist, 'releases', release.slug, 'index.html');
      const isLive =
        isSynced &&
        existsSync(page) &&
        writtenAt(dist) >= writtenAt(join(content, entryPath('releases', release.slug)));
      const ledger = inSite(settings.ANNOUNCE_LEDGER);
      const announced = (await channelReader?.readAnnounced(ledger, release)) ?? [];
      return [
        step('Synced into the site', isSynced, whyNot(release, content)),
        {
          ...step('Live', isLive, isSynced ? 'not built yet' : undefined),
          ...(isLive && { href: urls.absolute(paths.release(release.slug)) }),
        },
        ...announced.map(({ target, state, why }): Step => {
          const name = `Announced in ${target}`;
          if (state === 'sent') return { name, state: 'done' };
          const then = isLive ? nextOf[state] : 'it is not live yet';
          const isOpen = state === 'waiting' || state === 'claimed';
          const reason = why === undefined ? then : `${why}; ${then}`;
          return { name, state: isOpen ? 'waiting' : 'stopped', why: reason };
        }),
      ];
    },
  };
}

const again = 'the next run tries again';

/** What happens next to a message that was not sent, by its state. */
const nextOf: Record<string, string> = {
  waiting: 'the receiver sends it after a run; if not, “doctor” says why',
  claimed: 'it is being sent',
  held: again,
  failed: again,
  unknown: '“doctor” says how to go on',
};

/** When a file was written, or a build was put in its place. */
function writtenAt(path: string): number {
  return lstatSync(path).mtimeMs;
}

function step(name: string, isDone: boolean, why: string | undefined): Step {
  return isDone ? { name, state: 'done' } : { name, state: 'waiting', why };
}

function whyNot({ is_public }: Release, content: string): string {
  if (!is_public) return 'it is private';
  return existsSync(content)
    ? 'the next sync reads it'
    : 'nothing was synced there yet, or --site or CONTENT_DIR names another folder';
}
