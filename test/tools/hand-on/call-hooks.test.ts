import { expect, test } from 'vitest';
import { isDispatch } from '../../../src/config/is-dispatch.ts';
import { createLog } from '../../../src/lib/log.ts';
import { createHooks } from '../../../src/tools/hand-on/call-hooks.ts';
import { startServer } from '../../support/scripted-server.ts';

const never = new AbortController().signal;
const token = 'github_pat_11AAAAAAA0123456789';

/** Hooks on a server that answers as told; `logged` returns everything that was logged. */
async function startHooks(paths: string[], answer: (path: string, turn: number) => number) {
  const asked: { method: string; path: string; headers: Headers; body: string }[] = [];
  const server = await startServer(async (path, turn, incoming) => {
    const body = (await incoming.setEncoding('utf8').toArray()).join('');
    const headers = new Headers(incoming.headers as Record<string, string>);
    asked.push({ method: incoming.method ?? '', path, headers, body });
    const headersOut = { location: '/elsewhere' };
    return new Response(null, { status: answer(path, turn), headers: headersOut });
  });
  let logged = '';
  const call = createHooks({
    urls: paths.map((path) => server.url + path),
    token,
    fetch,
    log: createLog({ level: 'info', destination: { write: (line) => (logged += line) } }),
  });
  return {
    asked,
    server,
    logged: () => logged,
    call: (generation: string) =>
      call(generation, never).then(
        () => undefined,
        (error: Error) => error.message,
      ),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

test('calls every hook with an empty POST', async () => {
  await using it = await startHooks(['/build_hooks/one', '/deploy/two?x=1'], () => 200);
  expect(await it.call('g1')).toBeUndefined();
  expect(it.asked.map(({ method, path, body }) => ({ method, path, body }))).toEqual(
    expect.arrayContaining([
      { method: 'POST', path: '/build_hooks/one', body: '' },
      { method: 'POST', path: '/deploy/two', body: '' },
    ]),
  );
  expect(it.asked.every(({ headers }) => !headers.has('authorization'))).toBe(true);
});

test('sends GitHub the event to dispatch, with the token', async () => {
  await using it = await startHooks(['/repos/owner/name/dispatches'], () => 204);
  expect(await it.call('g1')).toBeUndefined();
  const [{ headers, body } = { headers: new Headers(), body: '' }] = it.asked;
  expect(JSON.parse(body)).toEqual({ event_type: 'waymark' });
  expect(headers.get('authorization')).toBe(`Bearer ${token}`);
  expect(headers.get('accept')).toBe('application/vnd.github+json');
});

test('calls only failed hooks again, until every hook has succeeded', async () => {
  await using it = await startHooks(['/good', '/bad'], (path, turn) =>
    path === '/bad' && turn < 3 ? 500 : 200,
  );
  expect(await it.call('g1')).toMatch(/deploy hook 2 answered 500/);
  expect(await it.call('g1')).toMatch(/deploy hook 2 answered 500/);
  expect(await it.call('g1')).toBeUndefined();
  expect(it.asked.map(({ path }) => path).sort()).toEqual(['/bad', '/bad', '/bad', '/good']);
});

test('calls every hook again for another generation', async () => {
  await using it = await startHooks(['/one'], () => 200);
  await it.call('g1');
  await it.call('g2');
  expect(it.asked).toHaveLength(2);
});

test('treats a redirect as a failure, and does not follow it', async () => {
  await using it = await startHooks(['/one'], () => 302);
  expect(await it.call('g1')).toMatch(/deploy hook 1 answered 302/);
  expect(it.asked).toHaveLength(1);
});

test('never reveals an address or a token, whatever goes wrong', async () => {
  await using it = await startHooks(['/secret-path', '/repos/o/secret-name/dispatches'], () => 404);
  const answered = await it.call('g1');
  await it.server[Symbol.asyncDispose]();
  const unreachable = await it.call('g1');
  expect(unreachable).toMatch(/deploy hook 1 could not be reached \([A-Z_]+\)/);
  expect(`${answered}${unreachable}${it.logged()}`).not.toMatch(/secret|127\.0\.0\.1|github_pat/);
});

test.each([
  ['https://api.github.com/repos/o/r/dispatches', true],
  ['https://github.example.com/api/v3/repos/o/r/dispatches', true],
  ['https://api.netlify.com/build_hooks/1', false],
  ['https://api.github.com/repos/o/r/dispatches/1', false],
  ['no address', false],
])('recognises %s as GitHub’s dispatch endpoint: %s', (url, dispatch) => {
  expect(isDispatch(url)).toBe(dispatch);
});
