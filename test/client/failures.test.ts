import { expect, test } from 'vitest';
import { ApiError } from '../../src/client/api-error.ts';
import { createClient } from '../../src/client/client.ts';
import { startServer } from '../support/scripted-server.ts';
import { hastyClock, key, messageOf, startClient } from './start-client.ts';

const refusal = (status: number, error: string) => () => Response.json({ error }, { status });

test('names the failed request and says what to do about a wrong key', async () => {
  await using it = await startClient(refusal(401, 'Unknown key.'));
  expect(await messageOf(it.client.get('workspace'), it.server)).toMatchInlineSnapshot(`
    "GET http://api/v1/workspace failed: status 401 (“Unknown key.”); a retry would not help.
    Check API_KEY: the API does not accept this key. API_AUTH sets how it is sent."
  `);
});

test.each([400, 401, 403, 429, 500])(
  'keeps the key out of the error, even if a %i answer repeats it',
  async (status) => {
    await using it = await startClient(refusal(status, `Not a key: ${key}, ${btoa(`${key}:`)}`));
    const failed = await it.client.get('workspace').catch((error) => error);
    expect(failed).toBeInstanceOf(ApiError);
    const reported = `${failed.message} ${failed.stack} ${JSON.stringify(failed)} ${failed.cause}`;
    expect(reported).not.toContain(key);
    expect(reported).not.toContain(btoa(`${key}:`));
  },
);

test('retries server errors until an answer succeeds', async () => {
  await using it = await startClient((_path, turn) =>
    turn < 2 ? new Response('oops', { status: 500 }) : Response.json({ id: 'w' }),
  );
  expect(await it.client.get('workspace')).toEqual({ kind: 'found', value: { id: 'w' } });
  expect(it.waits).toEqual([125, 250]);
});

test('waits as long as Retry-After says', async () => {
  await using it = await startClient((_path, turn) =>
    turn === 0
      ? new Response(null, { status: 429, headers: { 'retry-after': '7' } })
      : Response.json({}),
  );
  await it.client.get('workspace');
  expect(it.waits).toEqual([7000]);
});

test('gives up on a server that keeps failing, and says so', async () => {
  await using it = await startClient(() => new Response('<h1>oops</h1>', { status: 503 }));
  expect(
    await messageOf(it.client.get('releases', { offset: 0 }), it.server),
  ).toMatchInlineSnapshot(`
      "GET http://api/v1/releases?offset=0 failed (5 attempts): status 503; gave up after 5 attempts.
      The API has a problem. Run this again later."
    `);
  expect(it.server.asked).toHaveLength(5);
});

test.each([301, 302, 307, 308])(
  'does not follow a redirect (%i), which would take the key elsewhere',
  async (status) => {
    await using elsewhere = await startServer(() => Response.json({}));
    await using it = await startClient(() => Response.redirect(`${elsewhere.url}/v1/x`, status));
    const message = await messageOf(it.client.get('workspace'), it.server);
    expect(message).toContain(`status ${status}`);
    expect(message).toContain('Set API_BASE_URL to the final address');
    expect(elsewhere.asked).toEqual([]);
  },
);

test('says what to check when the host cannot be reached', async () => {
  const gone = await startServer(() => Response.json({}));
  await gone[Symbol.asyncDispose]();
  const clock = hastyClock();
  const options = { key, auth: 'bearer', clock, random: () => 1 } as const;
  await using client = createClient({ ...options, baseUrl: gone.url });
  const message = await messageOf(client.get('workspace'), gone);
  expect(message.replace(/:\d+\./, ':PORT.')).toMatchInlineSnapshot(`
    "GET http://api/v1/workspace failed (5 attempts): connect ECONNREFUSED 127.0.0.1:PORT.
    Check API_BASE_URL and that the API can be reached from this machine."
  `);
  expect(clock.waits).toEqual([250, 500, 1000, 2000]);
});
