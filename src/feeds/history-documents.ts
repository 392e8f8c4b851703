import type { ReleaseSummary } from '../model/content/content.ts';
import { paths } from '../site/base/urls.ts';
import type { Channel } from '../site/subscribe/channels.ts';
import type { ArchivePages } from './archive-pages.ts';
import { channelFeed } from './channel-feed.ts';
import type { Document, Sources } from './document.ts';
import { atom } from './formats/atom.ts';
import { releaseItem } from './items/release-item.ts';
import { changelogJson } from './machine-readable.ts';
import { changelogMarkdown } from './markdown/llms-txt.ts';

/**
 * All releases, archive page by archive page: for feed readers the older entries of the channel with
 * everything (RFC 5005, section 4), and for programs and language models the newest too.
 */
export function historyDocuments(
  channel: Channel,
  { newest, archivePages }: ArchivePages<ReleaseSummary>,
  { site, readRelease }: Sources,
): Document[] {
  return [{ ...newest, name: undefined }, ...archivePages].flatMap(({ name, releases, older }) => {
    const read = () => Promise.all(releases.map(({ slug }) => readRelease(slug)));
    const archive = async () => {
      const items = (await read()).map((one) => releaseItem(one, site));
      return atom(channelFeed(channel, items, site), site, { name, older });
    };
    const fields = { releases, milestones: [], aside: [older] };
    return [
      ...(name === undefined ? [] : [{ path: paths.atomArchive(name), fields, write: archive }]),
      {
        path: paths.changelogJson(name),
        fields,
        write: async () => changelogJson(await read(), older, site),
      },
      {
        path: paths.changelogMarkdown(name),
        fields,
        write: async () => changelogMarkdown(await read(), older, site),
      },
    ];
  });
}
