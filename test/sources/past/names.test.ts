import slugify from '@sindresorhus/slugify';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugOfName } from '../../../src/sources/past/names.ts';

test('plain names have the slugs that the library makes', () => {
  const name = fc.string({ unit: fc.constantFrom(...'aZ09_.@/() -bT'), maxLength: 12 });
  fc.assert(
    fc.property(name, (text) => {
      expect(slugOfName(text)).toBe(slugify(text, { decamelize: false }));
    }),
    { numRuns: 500, seed: 1 },
  );
});
