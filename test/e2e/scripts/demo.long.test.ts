import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { visitorOf } from '../../service/desk/visitor.ts';
import { runCommand, startCommand } from '../../support/command.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('the demo serves the site, publishes drafts by its API and its desk, and stops everything on Ctrl-C', async () => {
  await using temp = await tempFolder();
  const folder = temp.path;
  await using taken = await takenPort();
  const args = ['--dir', join(folder, 'demo'), '--port', `${taken.port}`, '--service-port', '0'];
  const demo = startCommand('demo', { cwd: folder, args });
  try {
    await demo.printed(/Writing files: \d+\nRendering pages: \d+\n/);
    const [, site = ''] = await demo.printed(/Changelog {2}(\S+)\//);
    expect(new URL(site).port).not.toBe(`${taken.port}`);
    expect(await (await fetch(`${site}/`)).text()).toContain('What Waymark is for');
    const draft = `${site}/releases/your-first-published-release/`;
    expect((await fetch(draft)).status).toBe(404);

    const second = await runCommand('demo', { cwd: folder, args });
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining(`already: ${site}/`)]);

    const [, link = ''] = await demo.printed(/Desk {7}(\S+)/);
    const visitor = visitorOf({ url: new URL(link).origin });
    const { pathname } = new URL(link);
    await visitor.submit(pathname, pathname);
    const preview = await visitor.get('/desk/releases/rel_publish_me/preview/page');
    expect(preview.text).toContain('Your first published release');

    const [, key = '', publish = ''] = await demo.printed(/'Authorization: (\S+ \S+)' (\S+)/);
    const headers = { authorization: key };
    const published = await fetch(publish, { method: 'POST', headers });
    expect(published.status).toBe(200);
    const [, live = ''] = await demo.printed(/\nBuilding …\nLive after .* s: (\S+)/);
    expect(live).toBe(draft);
    expect(await (await fetch(live)).text()).toContain('Your first published release');
    expect(await (await fetch(`${site}/rss.xml`)).text()).toContain('Your first published release');

    // On the desk, publishing is a click.
    const { html, form } = await visitor.get('/desk/new');
    const [, path = ''] = /<form action="(\/desk\/releases\/[^"]+)"/.exec(html) ?? [];
    const filled = form(path);
    filled.set('title', 'Written on the desk');
    filled.set('do', 'now');
    expect((await visitor.post(`${path}/publish`, filled)).text).toMatch(/Published, 20/);
    await demo.printed(/\nLive after .* s: \S+written-on-the-desk/);
    expect((await visitor.get(path)).text).toMatch(/Live\s+done/);

    demo.process.kill('SIGINT');
    const { stdout, ...ended } = await demo.finished;
    expect(ended).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/Building …/g)).toHaveLength(2);
    await expect(fetch(site)).rejects.toThrow();
    await expect(fetch(publish)).rejects.toThrow();
  } finally {
    await demo[Symbol.asyncDispose]();
  }
});

test('Ctrl-C during the demo’s first build exits without an error', async () => {
  await using folder = await tempFolder();
  await using demo = startCommand('demo', {
    cwd: folder.path,
    args: ['--port', '0', '--service-port', '0'],
  });
  await demo.printed(/Writing files/);
  demo.process.kill('SIGINT');
  const { code, stdout, stderr } = await demo.finished;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/\nStopping\.\n$/);
});

/** Listens on a free port, so that the port is taken. */
async function takenPort(): Promise<AsyncDisposable & { port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return {
    port: address.port,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
