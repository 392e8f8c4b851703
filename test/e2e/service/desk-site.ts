import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readLook } from '../../../scripts/service/desk.ts';
import { openSite } from '../../../scripts/service/site.ts';
import { listen } from '../../../src/lib/http/listen.ts';
import { createSiteServer } from '../../../src/publish/serve/site-server.ts';
import type { StoredFile } from '../../../src/service/resources/files.ts';
import { startDesk } from '../../service/desk/visitor.ts';
import { sample } from '../../service/sample.ts';
import { apiKey } from '../../service/start.ts';
import { runCommand } from '../../support/command.ts';
import { startChats } from '../../support/fake-chats.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A service with its desk, and the folder of its site, which is served and has two channels. */
export async function startSite(
  data = sample(),
  files: StoredFile[] = [],
  clock = manualClock(new Date().toISOString()),
) {
  const lifetimes = new AsyncDisposableStack();
  const { path } = lifetimes.use(await tempFolder());
  const chats = lifetimes.use(await startChats());
  const file = (name: string) => join(path, name);
  const app = createSiteServer({ folder: file('dist') });
  const server = lifetimes.use(await listen({ port: 0, fetch: (request) => app.fetch(request) }));
  await mkdir(file('content'));
  const targets = 'targets:\n  - slack: ANNOUNCE_SLACK\n  - discord: ANNOUNCE_DISCORD\n';
  await writeFile(file('announce.yaml'), `site: ${server.url}\n${targets}`);
  await writeFile(file('site.config.ts'), 'export default { show: { cards: false } };\n');
  const site = openSite(path, { SITE_URL: server.url });
  const service = lifetimes.use(
    await startDesk({ data, files, clock, desk: { site, look: await readLook() } }),
  );
  const env = {
    ...{ SITE_URL: server.url, API_BASE_URL: service.url, API_KEY: apiKey },
    ANNOUNCE_SLACK: chats.address('slack'),
    ANNOUNCE_DISCORD: chats.address('discord'),
  };
  const run = async (...commands: Parameters<typeof runCommand>[0][]) => {
    for (const name of commands) {
      const given = { cwd: path, env };
      const { code, stdout, stderr } = await (name === 'build'
        ? runCommand(name, { ...given, args: ['--publish'] })
        : runHosted(name, given));
      expect(code, `${name}: ${stdout}${stderr}`).toBe(0);
    }
  };
  return {
    ...{ service, chats, file, run, folder: path, env, url: server.url },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/** The article of a page, without the addresses of pictures. */
export const articleOf = (html: string) =>
  (/<article[\s\S]*<\/article>/.exec(html)?.[0] ?? 'none').replaceAll(
    /data:image\/\w+;base64,[\w+/=]+|\/assets\/[\w.-]+\.(?:png|jpeg|webp)/g,
    'PICTURE',
  );
