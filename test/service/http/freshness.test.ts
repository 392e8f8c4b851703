import { expect, test } from 'vitest';
import type { OpenDatabase } from '../../../src/service/database/location.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { startService } from '../start.ts';

const rename = ({ db }: OpenDatabase, title: string) =>
  db.updateTable('release').set({ title }).where('id', '=', 'oldest').execute();

test('an answer includes what another process wrote before the request', async () => {
  await using service = await startService();
  await using elsewhere = await openDatabase(service.location);
  for (const name of ['One', 'Two', 'Three']) {
    await rename(elsewhere, name);
    expect((await service.get('/v1/releases/oldest')).body.title).toBe(name);
    expect((await service.get('/v1/releases?slug=oldest')).body[0].title).toBe(name);
  }
});

test('an answer includes what this process just wrote', async () => {
  await using service = await startService();
  for (const name of ['One', 'Two', 'Three']) {
    await service.send('PATCH', '/v1/releases/oldest', { title: name });
    expect((await service.get('/v1/releases/oldest')).body.title).toBe(name);
  }
});

test('an answer contains URLs with the host of its request', async () => {
  await using service = await startService();
  const { port } = new URL(service.url);
  for (const host of ['127.0.0.1', 'localhost', '127.0.0.1']) {
    const response = await fetch(`http://${host}:${port}/v1/releases/timed`, {
      headers: { authorization: 'Bearer key-of-the-tests' },
    });
    expect(await response.json()).toMatchObject({
      hero: { url: `http://${host}:${port}/files/hero.png` },
    });
  }
});
