import { expect, test } from 'vitest';
import { findProblem } from '../../../../../src/sync/prepare/html/sanitise/verify-output.ts';

test('reports the first problem, also if allowed elements come after it', () => {
  expect(findProblem('<p>a</p><script>b</script><!--c--><p>d</p>')).toBe('<script> is left in it');
  expect(findProblem('<p>a</p><p>b</p>')).toBeUndefined();
});
