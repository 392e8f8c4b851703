import { expect, test } from 'vitest';
import { startService } from './start.ts';

const files = [
  { name: 'hero.png', type: 'image/png', bytes: new Uint8Array([1, 2, 3]) },
  { name: 'notes.html', type: 'text/html', bytes: new TextEncoder().encode('<script>') },
];

test('serves an imported picture to everyone, byte for byte', async () => {
  await using service = await startService({ files });
  const response = await fetch(`${service.url}/files/hero.png`);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await response.bytes()).toEqual(new Uint8Array([1, 2, 3]));
});

test('has what is not a picture saved, so that it never becomes a page of this origin', async () => {
  await using service = await startService({ files });
  const { headers } = await fetch(`${service.url}/files/notes.html`);
  expect(headers.get('content-disposition')).toBe('attachment');
  expect(headers.get('content-security-policy')).toContain('sandbox');
});

test('answers 404 with the error body for a file that was not imported', async () => {
  await using service = await startService({ files });
  for (const name of ['none.png', '..%2Ftest.db'])
    expect(await service.get(`/files/${name}`)).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    });
});
