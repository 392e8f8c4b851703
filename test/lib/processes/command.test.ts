import { afterEach, expect, test, vi } from 'vitest';
import { command, ownFile } from '../../../src/lib/processes/command.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['npm run', ['sync'], 'npm run sync'],
  ['npm run', ['build', '--publish'], 'npm run build -- --publish'],
  ['npm run', ['publish resume'], 'npm run publish:resume'],
  ['npm run', ['publish rollback', '--force'], 'npm run publish:rollback -- --force'],
  ['npm run', ['service keys create NAME'], 'npm run service -- keys create NAME'],
  ['waymark', ['sync'], 'waymark sync'],
  ['waymark', ['build', '--publish'], 'waymark build --publish'],
  ['waymark', ['publish resume'], 'waymark publish resume'],
  ['npx --no waymark', ['service keys create NAME'], 'npx --no waymark service keys create NAME'],
] as const)('with CALLED_AS %s, writes the command %s', (by, [name, ...args], called) => {
  vi.stubEnv('CALLED_AS', by);
  expect(command(name, ...args)).toBe(called);
});

test('writes npm scripts, as in a checkout, without CALLED_AS', () => {
  vi.stubEnv('CALLED_AS', undefined);
  expect(command('sync')).toBe('npm run sync');
});

test.each([
  ['npm run', 'docs/sources.md'],
  ['waymark', 'node_modules/waymark/docs/sources.md'],
  [undefined, 'docs/sources.md'],
])('names a file of Waymark for %s', (by, file) => {
  vi.stubEnv('CALLED_AS', by);
  expect(ownFile('docs/sources.md')).toBe(file);
});
