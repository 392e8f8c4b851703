import { EventEmitter } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { expect, test } from 'vitest';
import { reloadContent } from '../../../src/render/compile/reload-content.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A dev server whose watcher notices nothing; returns what a request leads to. */
function deafServer(folder: string) {
  const sent: string[] = [];
  const handlers: ((...request: unknown[]) => void)[] = [];
  const watcher = Object.assign(new EventEmitter(), { add: () => watcher });
  const environment = (name: string) => ({
    hot: { send: (event: unknown) => sent.push(`${name} ${JSON.stringify(event)}`) },
  });
  const server = {
    watcher,
    middlewares: { use: (handler: (typeof handlers)[number]) => handlers.push(handler) },
    environments: { client: environment('client'), ssr: environment('ssr') },
  };
  const { configureServer } = reloadContent(folder);
  if (typeof configureServer !== 'function') throw new Error('the plugin has another form');
  (configureServer as (server: ViteDevServer) => void)(server as unknown as ViteDevServer);
  return () => {
    for (const handle of handlers) handle({}, {}, () => sent.push('answered'));
    return sent.splice(0);
  };
}

test('the first request after a sync shows the content, although the watcher missed it', async () => {
  await using folder = await tempFolder();
  const state = join(folder.path, '.sync.json');
  await writeFile(state, '{}');
  const request = deafServer(folder.path);
  const changed = [
    'ssr "astro:content-changed"',
    'client {"type":"full-reload","path":"*"}',
    'answered',
  ];
  expect(request()).toEqual(['answered']);
  await rm(state);
  expect(request()).toEqual(changed);
  await writeFile(state, '{"a":1}');
  expect(request()).toEqual(changed);
  expect(request()).toEqual(['answered']);
});
