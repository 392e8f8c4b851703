import { expect, test, vi } from 'vitest';
import { createLog } from '../../src/lib/log.ts';
import { addHook } from '../../src/service/events/hooks.ts';
import { eventually } from '../support/eventually.ts';
import { startReceiver } from '../support/receiver.ts';
import { apiKey, startService } from './start.ts';

vi.setConfig({ testTimeout: 30_000 });

test('logs contain no key, secret, token or address', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line) => lines.push(line) } });
  await using service = await startService({ log });
  const url = `${await closedAddress()}/hook-address`;
  const { secret } = await addHook(service.db, { url, events: ['release.published'] }, new Date());
  await service.get('/v1/subscribers');
  await service.call('/incoming/token-for-subscribers-1', {
    method: 'POST',
    body: JSON.stringify({ email: 'secret-person@example.com' }),
  });
  await service.call('/v1/releases', { headers: { authorization: 'Bearer guessed-key' } });
  await service.send('POST', '/v1/releases/draft/publish');
  await eventually(() => lines.join('')).toContain('ECONNREFUSED');
  const text = lines.join('');
  expect(text).toContain('"path":"/incoming/{token}"');
  for (const hidden of [
    apiKey,
    secret,
    'token-for',
    'example.com',
    '127.0.0.1',
    'hook-address',
    'guessed-key',
  ])
    expect(text).not.toContain(hidden);
});

/** The origin of a server that no longer runs. */
async function closedAddress(): Promise<string> {
  await using receiver = await startReceiver();
  return new URL(receiver.url).origin;
}
