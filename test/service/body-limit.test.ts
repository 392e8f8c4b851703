import { describe, expect, test } from 'vitest';
import { startService } from './start.ts';

const mebibyte = 1024 * 1024;
const draft = { title: 'New', slug: 'new', status: 'DRAFT' };

describe('a body', () => {
  const sized = (bytes: number) => {
    const empty = JSON.stringify({ ...draft, body: '' }).length;
    return JSON.stringify({ ...draft, body: 'x'.repeat(bytes - empty) });
  };

  test('of 1 MiB is taken', async () => {
    await using service = await startService();
    const init = { method: 'POST', body: sized(mebibyte) };
    expect((await service.call('/v1/releases', init)).status).toBe(201);
  });

  test.each([
    ['that says its length', (body: string) => body],
    ['that does not', (body: string) => new Blob([body]).stream()],
  ])('over 1 MiB %s is refused with 413', async (_what, toBody) => {
    await using service = await startService();
    const init = { method: 'POST', body: toBody(sized(mebibyte + 1)), duplex: 'half' };
    expect((await service.call('/v1/releases', init as RequestInit)).status).toBe(413);
    expect((await service.get('/v1/releases?slug=new')).body).toEqual([]);
  });

  test('that is not JSON is refused with 400', async () => {
    await using service = await startService();
    const init = { method: 'POST', body: '{"title":' };
    expect((await service.call('/v1/releases', init)).status).toBe(400);
  });
});
