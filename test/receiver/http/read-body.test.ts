import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { HTTPException } from 'hono/http-exception';
import { expect, test } from 'vitest';
import { createBodyReader } from '../../../src/receiver/http/read-body.ts';

const mebibyte = 1024 * 1024;

/** A request whose body the test writes. */
function request(headers: Record<string, string> = {}) {
  const stream = Object.assign(new PassThrough({ highWaterMark: 8 * mebibyte }), { headers });
  return Object.assign(stream, { asRequest: stream as unknown as IncomingMessage });
}

const settled = () => new Promise(setImmediate);

test('returns a body, and refuses one over 5 MiB by its header or while it arrives', async () => {
  const readBody = createBodyReader();
  const small = request();
  small.end('text');
  expect(String((await readBody(small.asRequest)).body)).toBe('text');
  const announced = request({ 'content-length': `${5 * mebibyte + 1}` });
  await expect(readBody(announced.asRequest)).rejects.toMatchObject({ status: 413 });
  const silent = request();
  silent.end(Buffer.alloc(5 * mebibyte + 1));
  await expect(readBody(silent.asRequest)).rejects.toMatchObject({ status: 413 });
});

test('bodies hold at most 20 MiB at once, until they are disposed or their clients disconnect', async () => {
  const readBody = createBodyReader();
  const all = Array.from({ length: 5 }, () => request());
  const reading = all.map((one) => readBody(one.asRequest));
  for (const one of all) one.write(Buffer.alloc(4 * mebibyte));
  await settled();
  const next = async () => {
    const one = request();
    one.end('more');
    try {
      using _read = await readBody(one.asRequest);
      return 200;
    } catch (error) {
      return (error as HTTPException).status;
    }
  };
  expect(await next()).toBe(503);
  all[0]?.destroy();
  await expect(reading[0]).rejects.toMatchObject({ status: 400 });
  expect(await next()).toBe(200);
  for (const one of all) one.end();
  const others = await Promise.all(reading.slice(1));
  const refill = request();
  refill.write(Buffer.alloc(4 * mebibyte));
  void readBody(refill.asRequest);
  await settled();
  expect(await next()).toBe(503);
  others[0]?.[Symbol.dispose]();
  expect(await next()).toBe(200);
});
