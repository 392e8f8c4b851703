import { test } from 'vitest';
import { hostileBodies } from '../../../sync/prepare/html/hostile-bodies.ts';
import { expectAbsolute } from './item-html.ts';

test('has no relative URL, whatever the body', () =>
  expectAbsolute(Object.values(hostileBodies).flat()));
