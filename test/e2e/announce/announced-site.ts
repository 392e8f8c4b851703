import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listen } from '../../../src/lib/http/listen.ts';
import { createSiteServer } from '../../../src/publish/serve/site-server.ts';
import { runCommand } from '../../support/command.ts';
import type { FakeChats } from '../../support/fake-chats.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { withoutCards } from '../whole-path/written-site.ts';

export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A project with a folder of Markdown and three targets, whose site is served. */
export async function announcedSite(chats: FakeChats) {
  const folder = await tempFolder();
  const file = (name: string) => join(folder.path, name);
  const app = createSiteServer({ folder: file('dist') });
  const server = await listen({
    port: 0,
    fetch: (request) => {
      site.onRequest?.();
      return app.fetch(request);
    },
  });
  await mkdir(file('releases'));
  await writeFile(
    file('sources.yaml'),
    'workspace: { id: acme, name: Acme }\nsources:\n  - markdown: releases\n    project: Board\n',
  );
  await writeFile(
    file('announce.yaml'),
    `site: ${server.url}\ntargets:\n  - slack: ANNOUNCE_SLACK\n  - discord: ANNOUNCE_DISCORD\n  - webhook: ANNOUNCE_HOOK\n`,
  );
  await writeFile(file('site.config.ts'), `export default ${JSON.stringify(withoutCards)};\n`);
  const env = {
    SITE_URL: server.url,
    ANNOUNCE_SLACK: chats.address('slack'),
    ANNOUNCE_DISCORD: chats.address('discord'),
    ANNOUNCE_HOOK: chats.address('webhook'),
    ANNOUNCE_HOOK_SECRET: secret,
  };
  const run = (name: Parameters<typeof runCommand>[0], ...args: string[]) =>
    (name === 'build' ? runCommand : runHosted)(name, { cwd: folder.path, args, env });
  const site = {
    /** Called for each request to the site. */
    onRequest: undefined as (() => void) | undefined,
    file,
    env,
    url: server.url,
    run,
    /** Writes a release of now. */
    release: (version: string, text = '- One\n', front = '') =>
      writeFile(
        file(`releases/${version}.md`),
        `---\nversion: "${version}"\nreleased_at: ${new Date(Date.now() - 60_000).toISOString()}\n${front}---\n\n${text}`,
      ),
    publish: async () => {
      for (const step of [await run('sync'), await run('build', '--publish')])
        if (step.code !== 0) throw new Error(step.stderr);
    },
    ledger: () => readFile(file('announce-ledger.json'), 'utf8'),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
  return site;
}
