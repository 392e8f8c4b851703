import { beforeEach, expect, test } from 'vitest';
import { putComment } from '../../../src/tools/pull-request/put-comment.ts';
import { type FakeGitHub, startGitHub } from '../../support/fake-github.ts';

const marker = '<!-- waymark-plan 0123456789abcdef -->';
const token = 'ghs_secret';
let github: FakeGitHub;
beforeEach(async () => {
  github = await startGitHub({ login: 'github-actions[bot]', token });
  return () => github[Symbol.asyncDispose]();
});

const put = (text: string, over: Partial<Parameters<typeof putComment>[0]> = {}) =>
  putComment({
    api: github.url,
    graphql: `${github.url}/graphql`,
    token,
    repository: 'o/r',
    number: 5,
    marker,
    body: `${marker}\n${text}`,
    fetch: globalThis.fetch,
    ...over,
  });

test('writes one comment, and updates it from then on', async () => {
  expect(await put('one')).toBe('created');
  expect(await put('two')).toBe('updated');
  expect(github.comments).toMatchObject([{ body: `${marker}\ntwo` }]);
});

test('leaves comments by others alone, even if they contain its marker', async () => {
  const others = [
    { id: 1, login: 'mallory', body: `${marker}\nmine` },
    { id: 2, login: 'github-actions[bot]', body: `> ${marker}\nof another workflow` },
  ];
  github.comments.push(...others.map((one) => ({ ...one })));
  expect(await put('one')).toBe('created');
  expect(await put('two')).toBe('updated');
  expect(github.comments.slice(0, 2)).toEqual(others);
  expect(github.comments).toHaveLength(3);
});

test('finds its comment after hundreds of others', async () => {
  const others = Array.from({ length: 250 }, (_, n) => ({ id: n, login: 'a', body: 'b' }));
  github.comments.push(...others, { id: 999, login: 'github-actions[bot]', body: `${marker}\nx` });
  expect(await put('new')).toBe('updated');
  expect(github.comments.at(-1)?.body).toBe(`${marker}\nnew`);
});

test('looks through no more than two thousand comments', async () => {
  const others = Array.from({ length: 2_500 }, (_, n) => ({ id: n, login: 'a', body: 'b' }));
  github.comments.push(...others);
  expect(await put('new')).toBe('created');
  expect(github.asked.filter(({ method }) => method === 'GET')).toHaveLength(20);
});

test('reports GitHub’s answer, but never the token', async () => {
  const refused = put('one', { token: 'ghs_wrong_secret' });
  await expect(refused).rejects.toThrow('GitHub answered 401 to POST /graphql.');
  await expect(refused).rejects.not.toThrow('ghs_');
});

test('reports that GitHub cannot be reached', async () => {
  await github[Symbol.asyncDispose]();
  await expect(put('one')).rejects.toThrow('POST /graphql failed (ECONNREFUSED).');
});
