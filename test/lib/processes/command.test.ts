import { afterEach, expect, test, vi } from 'vitest';
import { command, exampleOfSettings } from '../../../src/lib/processes/command.ts';

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
  ['npx waymark', ['service keys create NAME'], 'npx waymark service keys create NAME'],
] as const)('who calls commands by %s calls %s so', (by, [name, ...args], called) => {
  vi.stubEnv('CALLED_AS', by);
  expect(command(name, ...args)).toBe(called);
});

test('who is told nothing else calls npm scripts, as in a checkout', () => {
  vi.stubEnv('CALLED_AS', undefined);
  expect(command('sync')).toBe('npm run sync');
});

test.each([
  ['npm run', '.env.example'],
  ['waymark', 'node_modules/waymark/.env.example'],
])('the example of settings lies where %s has it', (by, file) => {
  vi.stubEnv('CALLED_AS', by);
  expect(exampleOfSettings()).toBe(file);
});
