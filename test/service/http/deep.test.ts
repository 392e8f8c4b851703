import { expect, test } from 'vitest';
import { apiKey, startService } from '../start.ts';

const zero = '"\\u0000"';
const nested = (depth: number, inner = zero) => '['.repeat(depth) + inner + ']'.repeat(depth);

const places = [
  ['POST', '/v1/releases', `Bearer ${apiKey}`],
  ['POST', '/incoming/token-for-subscribers-1', ''],
  ['POST', '/incoming/token-for-releases-1', ''],
] as const;

test.each(places)(
  'a body nested more than 100 levels deep is refused: %s %s',
  async (method, path, key) => {
    await using service = await startService();
    const ask = (body: string) =>
      service.call(path, { method, body, headers: key ? { authorization: key } : {} });
    for (const depth of [101, 10_000, 200_000]) {
      expect(await ask(nested(depth))).toMatchObject({
        status: 400,
        body: { error: 'The body is not valid: it is nested more than 100 levels deep.' },
      });
    }
    expect((await ask(nested(99))).status).toBe(400);
  },
);

test.each([
  ['that holds U+0000', { ['x'.repeat(500_000)]: '\0' }],
  ['that holds half a character', { email: 'a@example.com', ['x'.repeat(500_000)]: '\ud800' }],
])('the error for a field %s is short, however long its name', async (_what, body) => {
  await using service = await startService();
  const answer = await service.send('POST', '/incoming/token-for-subscribers-1', body);
  expect(JSON.stringify(answer.body).length).toBeLessThan(1000);
});
