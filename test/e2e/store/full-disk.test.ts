import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { canMount, runOnOwnDisk } from '../../support/own-disk.ts';

const program = fileURLToPath(new URL('full-disk.ts', import.meta.url));

const full = `The content could not be written to /content: the disk is full (ENOSPC).
Make room, then run it again.
The earlier content stays.
held out many times
`;
const readOnly = ['/content', '/new/content']
  .map(
    (
      folder,
    ) => `The content could not be written to ${folder}: it is on a disk that may only be read (EROFS).
Make it writable for whoever runs this, or name another folder (CONTENT_DIR).
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
  'on a disk that is %s the content stays as it was, with nothing left behind, and says why',
  async (how, said) => {
    expect(await runOnOwnDisk(program, '256k', [how])).toBe(said);
  },
);
