import { expect, test } from 'vitest';
import { asCalled, called } from '../../../scripts/terminal/called.ts';

test('a checkout calls its commands as npm scripts', () => {
  expect(called('sync')).toBe('npm run sync');
  expect(called('build', '--publish')).toBe('npm run build -- --publish');
  expect(called('publish rollback', '--force')).toBe('npm run publish:rollback -- --force');
  expect(called('service keys create NAME')).toBe('npm run service -- keys create NAME');
});

test.each([
  ['run npm run sync again: it restores', 'run waymark sync again: it restores'],
  [
    '(npm run build -- --publish --any-page-count lets it)',
    '(waymark build --publish --any-page-count lets it)',
  ],
  ['npm run publish:resume lets it go on.', 'waymark publish resume lets it go on.'],
  [
    '"npm run service -- keys create NAME" makes one',
    '"waymark service keys create NAME" makes one',
  ],
  ['your script: npm run deploy', 'your script: npm run deploy'],
  ['in .env (see .env.example).', 'in .env (see node_modules/waymark/.env.example).'],
])('a package says of "%s" "%s"', (text, said) => {
  expect(asCalled(text, 'waymark')).toBe(said);
  expect(asCalled(text, 'npm run')).toBe(text);
});
