import { createPublicFetch, type PublicFetch } from '../../client/public-fetch.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { growingGap } from '../../lib/time/growing-gap.ts';
import { markName } from '../../model/content/release-mark.ts';
import { decodeReferences } from '../../site/base/html/sections.ts';

// Waits until readers see the page of a release, as their browsers ask for it.

export interface LivePage {
  /** Language of the page (BCP 47). */
  language: string;
  /** Address of the page's share picture. */
  picture: string | undefined;
}

/** What a page says, or why it is not live. */
type Look = LivePage | { why: string };

const gaps = { first: 2000, max: 30_000 };
const headers = { accept: 'text/html,*/*' };

/**
 * Asks for a page until it shows a release in the given state and its picture can be loaded.
 * Redirects are followed on the page's host alone.
 * @param mark the id of the release and the digest of its content
 * @param until the time at which to give up, in milliseconds since 1970
 * @returns the page, or the reason why it is not live
 */
export async function waitUntilLive(
  url: string,
  mark: string,
  { clock, until }: { clock: Clock; until: number },
): Promise<Look> {
  await using host = createPublicFetch({ baseUrl: url, isOwnOnly: true, headers });
  for (let tries = 1; ; tries += 1) {
    const page = await look(url, mark, host);
    const gap = growingGap(tries, gaps);
    if (!('why' in page) || clock.now().getTime() + gap > until) return page;
    await clock.sleep(gap);
  }
}

async function look(url: string, mark: string, host: PublicFetch): Promise<Look> {
  const page = await host.get(url);
  if (page.kind !== 'bytes') return { why: `its page cannot be loaded: ${page.why}` };
  const html = page.bytes.toString('utf8');
  const tags = [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)];
  const metas = new Map(tags.map(([, name, content = '']) => [name, decodeReferences(content)]));
  const shown = metas.get(markName);
  if (shown === undefined) return { why: `its page has no "${markName}" yet` };
  if (shown !== mark) return { why: 'its page shows another state' };
  const picture = metas.get('og:image');
  const card = picture === undefined ? page : await host.get(picture);
  if (card.kind !== 'bytes') return { why: `its picture cannot be loaded: ${card.why}` };
  const [, language = 'en'] = /<html lang="([^"]*)"/.exec(html) ?? [];
  return { language, picture };
}
