import { describe, expect, test } from 'vitest';
import { addressList } from '../../../src/lib/http/address-list.ts';
import { identify } from '../../../src/lib/http/client-identity.ts';
import { startService } from '../start.ts';

const draft = { title: 'New', slug: 'new', status: 'DRAFT' };

describe('a client over cleartext', () => {
  const from = (
    headers: Record<string, string | undefined>,
    remote = '127.0.0.1',
    trusted: string[] = [],
  ) =>
    identify(
      { headers, socket: { remoteAddress: remote } },
      'http://api.example.com/v1/x',
      addressList(trusted),
    );

  test.each([
    ['loopback', {}, '127.0.0.1'],
    ['loopback in IPv6', {}, '::1'],
    ['loopback in mapped IPv6', {}, '::ffff:127.0.0.1'],
    ['a proxy on this machine for a client on it', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
  ])('is local if it connects from %s', (_what, headers, remote) => {
    expect(from(headers, remote).isLocal).toBe(true);
  });

  test.each([
    ['another host', {}, '203.0.113.9'],
    ['no address', {}, ''],
    ['loopback with Forwarded', { forwarded: 'for=203.0.113.9' }, '127.0.0.1'],
    ['loopback with Via', { via: '1.1 proxy' }, '127.0.0.1'],
    ['loopback with X-Forwarded-Host', { 'x-forwarded-host': 'example.com' }, '127.0.0.1'],
    ['loopback with X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }, '127.0.0.1'],
    ['loopback with X-Real-IP', { 'x-real-ip': '203.0.113.9' }, '127.0.0.1'],
    ['loopback with a chain', { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }, '127.0.0.1'],
  ])('is not local if it connects from %s', (_what, headers, remote) => {
    expect(from(headers, remote).isLocal).toBe(false);
  });

  test('is secure only if a trusted proxy reports https', () => {
    const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
    expect(from(https, '10.1.2.3', ['10.0.0.0/8'])).toEqual({
      address: '203.0.113.9',
      isLocal: false,
      isSecure: true,
      origin: 'https://api.example.com',
      authorization: undefined,
    });
    expect(from(https, '10.1.2.3', []).isSecure).toBe(false);
    expect(from(https, '192.0.2.1', ['10.0.0.0/8']).isSecure).toBe(false);
    expect(from({ 'x-forwarded-proto': 'http' }, '10.1.2.3', ['10.0.0.0/8']).isSecure).toBe(false);
  });

  test('has the nearest address that is not a trusted proxy', () => {
    const chain = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9, 10.0.0.2' };
    expect(from(chain, '10.0.0.1', ['10.0.0.0/8']).address).toBe('203.0.113.9');
    expect(from(chain, '192.0.2.1', ['10.0.0.0/8']).address).toBe('192.0.2.1');
  });

  test('is refused with 403 before its key is checked', async () => {
    await using service = await startService();
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
    expect((await service.call('/v1/workspace', { headers: elsewhere })).status).toBe(403);
    const wrong = { ...elsewhere, authorization: 'Bearer nope' };
    expect((await service.call('/v1/workspace', { headers: wrong })).status).toBe(403);
  });

  test.each(['releases', 'subscribers', 'milestones'])(
    'is refused with 403 before its token for %s is used, which it sends instead of a key',
    async (kind) => {
      await using service = await startService();
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      const body = JSON.stringify({ email: 'new@example.com', ...draft });
      const init = { method: 'POST', headers, body };
      expect((await service.call(`/incoming/token-for-${kind}-1`, init)).status).toBe(403);
      expect((await service.get('/v1/subscribers')).body).toHaveLength(3);
      expect((await service.get('/v1/releases?slug=new')).body).toEqual([]);
    },
  );

  test('can call an incoming webhook through a trusted proxy that reports https', async () => {
    await using service = await startService({ trustedProxies: ['127.0.0.1'] });
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    const init = { method: 'POST', headers, body: JSON.stringify(draft) };
    expect((await service.call('/incoming/token-for-releases-1', init)).status).toBe(201);
  });

  test('is accepted through a trusted proxy that reports https', async () => {
    await using service = await startService({ trustedProxies: ['127.0.0.1'] });
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    const { status, body } = await service.call('/v1/releases/timed', { headers });
    expect(status).toBe(200);
    expect(body.hero.url).toMatch(/^https:\/\//);
  });

  test('gets the health check, and 401 instead of 403 if it sent no credentials', async () => {
    await using service = await startService();
    const headers = { 'x-forwarded-for': '203.0.113.9', authorization: '' };
    expect((await service.call('/healthz', { headers })).status).toBe(200);
    expect((await service.call('/v1/workspace', { headers })).status).toBe(401);
  });
});
