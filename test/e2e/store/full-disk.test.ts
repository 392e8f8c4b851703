import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { canMount, runOnOwnDisk } from '../../support/own-disk.ts';

const program = fileURLToPath(new URL('full-disk.ts', import.meta.url));

const full = `The content could not be written to /content: the disk is full (ENOSPC).
Free some space, then run this again.
The earlier content stays.
held out many times
`;
const readOnly = ['/content', '/new/content']
  .map(
    (folder) => `The content could not be written to ${folder}: it is on a read-only disk (EROFS).
Make it writable for this user, or choose another folder (CONTENT_DIR).
The earlier content stays.
`,
  )
  .join('');

test.each(
  canMount
    ? [
        ['full', full],
        ['read-only', readOnly],
      ]
    : [],
)(
  'on a disk that is %s, the content stays unchanged without leftovers, and the error says why',
  async (how, said) => {
    expect(await runOnOwnDisk(program, '256k', [how])).toBe(said);
  },
);
