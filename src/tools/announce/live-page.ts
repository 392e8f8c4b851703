import { exchange } from '../../client/exchange.ts';
import { createPool, defaultTimeouts } from '../../client/pool.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { doubledGap } from '../../lib/time/growing-gap.ts';
import { markName } from '../../model/content/release-mark.ts';

// Waits until readers see the page of a release, as their browsers ask for it.

export interface LivePage {
  /** Language of the page (BCP 47). */
  language: string;
  /** Address of the page's share picture. */
  picture: string | undefined;
}

export interface LiveOptions {
  clock: Clock;
  /** The time at which to give up. */
  until: number;
  signal?: AbortSignal | undefined;
}

const gaps = { first: 2000, max: 30_000 };
const maxBytes = 8 * 1024 * 1024;

/**
 * Asks for a page until it shows a release in the given state and its picture can be loaded.
 * @param mark the id of the release and the digest of its content
 * @returns the page, or the reason why it is not live
 */
export async function waitUntilLive(
  url: string,
  mark: string,
  { clock, until, signal }: LiveOptions,
): Promise<LivePage | { why: string }> {
  const dispatcher = createPool(defaultTimeouts);
  try {
    for (let tries = 1; ; tries += 1) {
      const page = await look(url, mark, (address) => ask(address, dispatcher, signal));
      if (!('why' in page)) return page;
      const gap = doubledGap(tries, gaps);
      if (clock.now().getTime() + gap > until) return page;
      await clock.sleep(gap, signal);
    }
  } finally {
    await dispatcher.destroy();
  }
}

type Ask = (address: URL) => ReturnType<typeof ask>;

function ask(
  url: URL,
  dispatcher: Parameters<typeof exchange>[1]['dispatcher'],
  signal?: AbortSignal,
) {
  const total = AbortSignal.timeout(defaultTimeouts.total);
  return exchange(url, {
    dispatcher,
    headers: { accept: 'text/html,*/*' },
    maxBytes,
    total,
    signal,
  });
}

async function look(address: string, mark: string, get: Ask): Promise<LivePage | { why: string }> {
  const page = await read(new URL(address), get);
  if ('why' in page) return page;
  const tags = [...page.text.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)];
  const metas = new Map(tags.map(([, name, content = '']) => [name, decodeAttribute(content)]));
  if (metas.get(markName) !== mark)
    return { why: metas.has(markName) ? 'shows another state' : `has no "${markName}" yet` };
  const picture = metas.get('og:image');
  const card = picture === undefined ? undefined : await read(new URL(picture, address), get);
  if (card && 'why' in card) return { why: `has a picture that ${card.why}` };
  const [, language = 'en'] = /<html lang="([^"]*)"/.exec(page.text) ?? [];
  return { language, picture };
}

const maxRedirects = 3;

/** Follows redirects within the host. */
async function read(address: URL, get: Ask): Promise<{ text: string } | { why: string }> {
  let url = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const result = await get(url);
    if (result.kind === 'too-large') return { why: 'is too large' };
    if (result.kind === 'network') return { why: `cannot be reached (${result.why})` };
    const { status, location, body } = result.answer;
    const next = location === undefined ? undefined : URL.parse(location, url);
    if (status === 200) return { text: body.toString('utf8') };
    if (!next) return { why: `answers ${status}` };
    if (next.origin !== address.origin) return { why: 'is redirected to another host' };
    url = next;
  }
  return { why: `is redirected more than ${maxRedirects} times` };
}

function decodeAttribute(text: string): string {
  const named: Record<string, string> = {
    amp: '&',
    quot: '"',
    '#34': '"',
    '#39': "'",
    lt: '<',
    gt: '>',
  };
  return text.replace(/&(amp|quot|lt|gt|#34|#39);/g, (_, name: string) => named[name] ?? '');
}
