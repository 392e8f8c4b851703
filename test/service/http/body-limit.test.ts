import { describe, expect, test } from 'vitest';
import { startService } from '../start.ts';

const mebibyte = 1024 * 1024;
const draft = { title: 'New', slug: 'new', status: 'DRAFT' };

describe('a body', () => {
  const sized = (bytes: number) => {
    const empty = JSON.stringify({ ...draft, body: '' }).length;
    return JSON.stringify({ ...draft, body: 'x'.repeat(bytes - empty) });
  };

  test('of 1 MiB is accepted', async () => {
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

  test('with 12,000 keys is refused with 400', async () => {
    await using service = await startService();
    const more = Object.fromEntries(Array.from({ length: 12_000 }, (_, n) => [`key-${n}`, 0]));
    const subscriber = { email: 'a@example.com', more };
    for (const [path, body] of [
      ['/v1/releases', { ...draft, ...more }],
      ['/incoming/token-for-subscribers-1', subscriber],
    ] as const)
      expect(await service.send('POST', path, body)).toMatchObject({
        status: 400,
        body: { error: 'The body is not valid: it has more than 10000 keys.' },
      });
  });

  test('with as many items as its lists may have is accepted', async () => {
    await using service = await startService();
    const content = { title: 'A', url: 'https://example.com/' };
    const body = {
      ...draft,
      changes: Array.from({ length: 1000 }, () => ({ changeId: 'fixed', content: 'A' })),
      attachments: Array.from({ length: 100 }, (_, n) => ({ id: `${n}`, type: 'LINK', content })),
    };
    expect((await service.send('POST', '/v1/releases', body)).status).toBe(201);
  });

  test('that is not JSON is refused with 400', async () => {
    await using service = await startService();
    const init = { method: 'POST', body: '{"title":' };
    expect((await service.call('/v1/releases', init)).status).toBe(400);
  });

  test.each([
    ['in Latin-1', Buffer.from('{"title":"Ünicode","slug":"u-1","status":"DRAFT"}', 'latin1')],
    ['cut within a character', Buffer.from('{"title":"Smile 😀').subarray(0, -1)],
  ])('%s is refused with 400 instead of stored with U+FFFD', async (_what, bytes) => {
    await using service = await startService();
    const answer = await service.call('/v1/releases', { method: 'POST', body: bytes });
    expect(answer).toMatchObject({ status: 400, body: { error: 'The body is not in UTF-8.' } });
  });

  test.each([
    ['title', '{"title":"Half \\ud83d","slug":"half","status":"DRAFT"}'],
    ['title', '{"title":"\\uDE00 turned","slug":"half","status":"DRAFT"}'],
    [
      'attachments[0].content.title',
      `{"title":"Half","slug":"half","status":"DRAFT","attachments":[{"id":"a","type":"LINK",
        "content":{"title":"\\uD800","url":"https://example.com/"}}]}`,
    ],
  ])('with a lone surrogate is refused with 400, and the error names %s', async (field, body) => {
    await using service = await startService();
    const answer = await service.call('/v1/releases', { method: 'POST', body });
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { [field]: expect.any(String) } },
    });
    expect((await service.get('/v1/releases?slug=half')).body).toEqual([]);
  });

  test('with an escaped surrogate pair is accepted', async () => {
    await using service = await startService();
    const body = '{"title":"Smile \\ud83d\\ude00","slug":"smile","status":"DRAFT"}';
    const answer = await service.call('/v1/releases', { method: 'POST', body });
    expect(answer).toMatchObject({ status: 201, body: { title: 'Smile 😀' } });
  });
});

describe('a body with the Content-Type', () => {
  const send = async (contentType: string, body: BodyInit | null) => {
    await using service = await startService();
    const headers = { 'content-type': contentType };
    return await service.call('/v1/releases/draft', { method: 'PATCH', headers, body });
  };

  test.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    '',
  ])('%j is refused with 415, and the error names the right one', async (contentType) => {
    expect(await send(contentType, '{"title":"Other"}')).toMatchObject({
      status: 415,
      body: { error: expect.stringContaining('Content-Type: application/json') },
    });
  });

  test.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8'])(
    '%j is accepted',
    async (contentType) => {
      const answer = await send(contentType, '{"title":"Other"}');
      expect(answer).toMatchObject({ status: 200, body: { title: 'Other' } });
    },
  );

  test('text/plain is accepted if the body is empty', async () => {
    expect((await send('text/plain', '')).status).toBe(200);
  });
});
