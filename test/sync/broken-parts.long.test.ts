import { test } from 'vitest';
import { kinds, showsTheRest, wrongs } from './broken-rows.ts';

test.each(kinds)('shows a $kind without its broken part, whatever is in its place', (kind) =>
  showsTheRest(kind, wrongs),
);
