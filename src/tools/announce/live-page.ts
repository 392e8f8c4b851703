import { exchange } from '../../client/exchange.ts';
import { createPool, defaultTimeouts } from '../../client/pool.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { doubledGap } from '../../lib/time/growing-gap.ts';
import { markName } from '../../model/content/release-mark.ts';
import { decodeReferences } from '../../site/base/html/sections.ts';

// Waits until readers see the page of a release, as their browsers ask for it.

export interface LivePage {
  /** Language of the page (BCP 47). */
  language: string;
  /** Address of the page's share picture. */
  picture: string | undefined;
}

type Pool = ReturnType<typeof createPool>;

interface NotLive {
  why: string;
}

const gaps = { first: 2000, max: 30_000 };
const maxBytes = 8 * 1024 * 1024;
const maxRedirects = 3;

/**
 * Asks for a page until it shows a release in the given state and its picture can be loaded.
 * @param mark the id of the release and the digest of its content
 * @param until the time at which to give up
 * @returns the page, or the reason why it is not live
 */
export async function waitUntilLive(
  url: string,
  mark: string,
  { clock, until }: { clock: Clock; until: number },
): Promise<LivePage | NotLive> {
  const pool = createPool(defaultTimeouts);
  try {
    for (let tries = 1; ; tries += 1) {
      const page = await look(url, mark, pool);
      const gap = doubledGap(tries, gaps);
      if (!('why' in page) || clock.now().getTime() + gap > until) return page;
      await clock.sleep(gap);
    }
  } finally {
    await pool.destroy();
  }
}

async function look(address: string, mark: string, pool: Pool): Promise<LivePage | NotLive> {
  const page = await read(new URL(address), pool);
  if ('why' in page) return page;
  const tags = [...page.text.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)];
  const metas = new Map(tags.map(([, name, content = '']) => [name, decodeReferences(content)]));
  if (metas.get(markName) !== mark)
    return { why: metas.has(markName) ? 'shows another state' : `has no "${markName}" yet` };
  const picture = metas.get('og:image');
  const card = picture === undefined ? page : await read(new URL(picture, address), pool);
  if ('why' in card) return { why: `has a picture that ${card.why}` };
  const [, language = 'en'] = /<html lang="([^"]*)"/.exec(page.text) ?? [];
  return { language, picture };
}

/** Follows redirects within the host. */
async function read(
  url: URL,
  dispatcher: Pool,
  redirects = 0,
): Promise<{ text: string } | NotLive> {
  const result = await exchange(url, {
    dispatcher,
    headers: { accept: 'text/html,*/*' },
    maxBytes,
    total: AbortSignal.timeout(defaultTimeouts.total),
    signal: undefined,
  });
  if (result.kind === 'too-large') return { why: 'is too large' };
  if (result.kind === 'network') return { why: `cannot be reached (${result.why})` };
  const { status, location, body } = result.answer;
  if (status === 200) return { text: body.toString('utf8') };
  const next = URL.parse(location ?? '', url);
  if (location === undefined || !next) return { why: `answers ${status}` };
  if (next.origin !== url.origin) return { why: 'is redirected to another host' };
  if (redirects === maxRedirects) return { why: `is redirected more than ${maxRedirects} times` };
  return read(next, dispatcher, redirects + 1);
}
