import { describe, test } from 'vitest';
import { keepsEntries } from './healthy-beside.ts';
import { forges } from './sync-forge.ts';

describe.each(forges)('failures of $name', ({ start, failures }) => {
  test.each(Object.entries(failures))(
    '%s: a sync with another source keeps the entries of this one',
    async (_, how) => {
      await using it = await start();
      await keepsEntries(it, how);
    },
  );
});
