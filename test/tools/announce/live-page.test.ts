import { expect, test } from 'vitest';
import { listen } from '../../../src/lib/http/listen.ts';
import type { Clock } from '../../../src/lib/time/clock.ts';
import { waitUntilLive } from '../../../src/tools/announce/live-page.ts';

const mark = 'board-2 abcdef';
const page = (content = mark, picture = '/cards/board-2.jpg') =>
  `<html lang="de"><meta name="waymark:release" content="${content}"><meta property="og:image" content="${picture}">`;

/** A site: what each path answers, as a text, or anew for each request. */
type Site = Record<string, string | ((url: URL) => Response)>;

/** Waits for `/page` of a site. Time passes only while the wait sleeps. */
async function wait(site: Site, waitMs = 0) {
  const asked: string[] = [];
  await using server = await listen({
    port: 0,
    fetch: (request) => {
      const url = new URL(request.url);
      asked.push(url.pathname);
      const answer = site[url.pathname];
      if (answer === undefined) return new Response(null, { status: 404 });
      return typeof answer === 'string' ? new Response(answer) : answer(url);
    },
  });
  let now = 0;
  const sleeps: number[] = [];
  const clock: Clock = {
    now: () => new Date(now),
    sleep: async (ms) => {
      sleeps.push(ms);
      now += ms;
    },
  };
  const result = await waitUntilLive(`${server.url}/page`, mark, { clock, until: waitMs });
  return { result, asked, sleeps };
}

const to = (location: string | ((url: URL) => string)) => (url: URL) =>
  new Response(null, {
    status: 302,
    headers: { location: typeof location === 'string' ? location : location(url) },
  });
const card = { '/cards/board-2.jpg': 'a picture' };
const elsewhere = to(({ port }) => `http://localhost:${port}/page`);

test('a page is live if it shows the state of the release and its picture can be loaded', async () => {
  const { result, asked } = await wait({ '/page': page(), ...card });
  expect(result).toEqual({ language: 'de', picture: '/cards/board-2.jpg' });
  expect(asked).toEqual(['/page', '/cards/board-2.jpg']);
});

test('redirects on the own host are followed', async () => {
  const { result } = await wait({ '/page': to('/page/'), '/page/': page(), ...card });
  expect(result).toMatchObject({ language: 'de' });
});

test.each<[string, Site, string]>([
  ['is not there', {}, 'its page cannot be loaded: status 404'],
  ['has no mark', { '/page': '<html lang="de">' }, 'its page has no "waymark:release" yet'],
  ['is of an older build', { '/page': page('board-2 012345') }, 'its page shows another state'],
  ['is of another release', { '/page': page('board-9 abcdef') }, 'its page shows another state'],
  ['has no picture yet', { '/page': page() }, 'its picture cannot be loaded: status 404'],
  [
    'is elsewhere',
    { '/page': elsewhere },
    'its page cannot be loaded: it is a redirect, and it is on another host',
  ],
  [
    'has its picture elsewhere',
    { '/page': page(), '/cards/board-2.jpg': elsewhere },
    'its picture cannot be loaded: it is a redirect, and it is on another host',
  ],
  [
    'leads to itself',
    { '/page': to('/page') },
    'its page cannot be loaded: it redirects more than 3 times',
  ],
  [
    'is endless',
    { '/page': () => new Response('x'.repeat(21 * 1024 * 1024)) },
    'its page cannot be loaded: it is larger than 20 MiB',
  ],
])('a page that %s is not live', async (_what, site, why) => {
  expect((await wait(site)).result).toEqual({ why });
});

test('the page is asked for at growing gaps until it is live', async () => {
  let turn = 0;
  const late = () => new Response(++turn < 3 ? page('board-2 old') : page());
  const { result, sleeps } = await wait({ '/page': late, ...card }, 60_000);
  expect(result).toMatchObject({ language: 'de' });
  expect(sleeps).toEqual([2000, 4000]);
});

test('the wait ends in time', async () => {
  const { result, sleeps } = await wait({}, 60_000);
  expect(result).toEqual({ why: 'its page cannot be loaded: status 404' });
  expect(sleeps.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(60_000);
});
