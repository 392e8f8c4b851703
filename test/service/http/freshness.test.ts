import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { OpenDatabase } from '../../../src/service/database/location.ts';
import { createAnswerCache } from '../../../src/service/http/answer-cache.ts';
import { openFile } from '../open-file.ts';
import { startService } from '../start.ts';

const rename = ({ db }: OpenDatabase, title: string) =>
  db.updateTable('release').set({ title }).where('id', '=', 'oldest').execute();

test('an answer shows what another process wrote before the request', async () => {
  await using service = await startService();
  await using elsewhere = await openFile(service.file);
  for (const name of ['One', 'Two', 'Three']) {
    await rename(elsewhere, name);
    expect((await service.get('/v1/releases/oldest')).body.title).toBe(name);
    expect((await service.get('/v1/releases?slug=oldest')).body[0].title).toBe(name);
  }
});

test('an answer shows what this process just wrote', async () => {
  await using service = await startService();
  for (const name of ['One', 'Two', 'Three']) {
    await service.send('PATCH', '/v1/releases/oldest', { title: name });
    expect((await service.get('/v1/releases/oldest')).body.title).toBe(name);
  }
});

test('an answer that was worked out before a write is not kept after it', async () => {
  await using service = await startService();
  await using elsewhere = await openFile(service.file);
  await using here = await openFile(service.file);
  const cache = createAnswerCache(here.version ?? (() => ''), { bytes: 1000, entries: 10 });
  const answers = cache();
  await rename(elsewhere, 'Newer');
  answers.set('question', new TextEncoder().encode('older'));
  await nextTurn();
  expect(cache().get('question')).toBeUndefined();
});

test('two origins are answered each with its own addresses', async () => {
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
