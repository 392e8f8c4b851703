import type { Forge } from '../../../src/sources/forge/forge.ts';

/** A forge with another API than GitHub's. */
export const quarry: Forge = {
  name: 'Quarry',
  prefix: 'quarry',
  settings: { token: 'QUARRY_TOKEN', address: 'QUARRY_URL', expected: 'the API of Quarry' },
  authorize: (token) => ({ 'private-token': token }),
  headers: {},
  envelope: 'answer',
  rateLimit: { remaining: 'left', reset: 'reset-at' },
  message: 'problem.words',
};
