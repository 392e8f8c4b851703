import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { canMount, runOnOwnDisk } from '../../support/own-disk.ts';

const program = fileURLToPath(new URL('full-disk.ts', import.meta.url));

test.each(canMount ? ['full'] : [])(
  'on a disk that is %s, writes get 503, reads work, and a delivery is not repeated',
  async () => {
    const reported = JSON.parse(await runOnOwnDisk(program, '4m', []));
    expect(reported).toEqual({
      write: [503, '60', 'The database is not available. Try again after Retry-After seconds.'],
      upload: [503, 'The database is not available. Try again after Retry-After seconds.'],
      files: [],
      read: [200, 'Title of oldest'],
      sent: 1,
      ready: [200, 503, 200],
      why: expect.stringMatching(/^The disk of .* is full: .* Free some space\.$/),
    });
  },
);
