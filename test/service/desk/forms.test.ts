import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Running } from '../start.ts';
import { signedIn, startDesk, type Visitor, visitorOf } from './visitor.ts';

/** A form with a file that has begun, but does not end. */
function begin({ url }: Running, visitor: Visitor) {
  const { promise: answered, resolve } = Promise.withResolvers<IncomingMessage>();
  const headers = {
    ...{ origin: url, cookie: visitor.cookie(), 'content-length': '1000000' },
    'content-type': 'multipart/form-data; boundary=b',
  };
  const path = `${url}/desk/releases/draft`;
  const outgoing = request(path, { method: 'POST', headers }, resolve);
  outgoing
    .on('error', () => {})
    .write('--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nT');
  return { answered, [Symbol.dispose]: () => void outgoing.destroy() };
}

test('of the forms with files of one user, four are read at once, and the next is refused if they stall', async () => {
  await using service = await startDesk();
  const [ada, bob] = [
    await signedIn(service, 'writer', 'Ada'),
    await signedIn(service, 'writer', 'Bob'),
  ];
  using lifetimes = new DisposableStack();
  for (let n = 0; n < 4; n += 1) lifetimes.use(begin(service, ada));
  // Answers to others show that the four have arrived.
  for (let n = 0; n < 4; n += 1) await bob.get('/desk/');
  const path = '/desk/releases/draft';
  const fifth = begin(service, ada);
  lifetimes.use(fifth);
  let answer: IncomingMessage | undefined;
  fifth.answered.then((one) => {
    answer = one;
  });
  expect((await bob.submit(path, path, { title: 'By Bob' })).status).toBe(200);
  while (!answer) {
    service.clock.advance(1000);
    await bob.get('/desk/');
  }
  expect(answer.statusCode).toBe(503);
  expect(await text(answer)).toContain('too many forms or files are being sent at once');
});

test.each(['multipart/form-data; boundary=x', 'multipart/form-data', 'application/json', ''])(
  'a damaged form of the type “%s” is answered 422 with a sentence',
  async (type) => {
    await using service = await startDesk();
    const publisher = await signedIn(service);
    for (const cookie of [publisher.cookie(), '']) {
      const headers = { origin: service.url, cookie, 'content-type': type };
      const init = { method: 'POST', headers, body: 'garbage' };
      const response = await fetch(`${service.url}/desk/keys/create`, init);
      expect(response.status).toBe(422);
      expect(await response.text()).toContain('The form that arrived is damaged');
    }
    expect((await visitorOf(service).get('/desk/keys')).status).toBe(401);
  },
);
