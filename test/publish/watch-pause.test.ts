import { expect, test } from 'vitest';
import { watchPause } from '../../src/publish/watch-pause.ts';
import { startPublic } from './start-public.ts';

test('reports each of two rollbacks, and the resume', async () => {
  await using it = await startPublic();
  for (const name of ['a', 'b', 'c']) await it.publish(name);
  let reported = Promise.withResolvers<void>();
  using _watch = await watchPause(it.outDir, () => reported.resolve(), 10);
  for (const change of [it.rollBack, it.rollBack, it.resume]) {
    await change();
    await reported.promise;
    reported = Promise.withResolvers<void>();
  }
  expect((await it.list()).paused).toBeUndefined();
});
