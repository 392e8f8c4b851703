import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startCommand } from '../../support/command.ts';
import { releaseRow, workspace } from '../../support/rows.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { secrets, startWebhook } from '../scripts/webhook-process.ts';

export type Live = Awaited<ReturnType<typeof startLive>>;

interface Published {
  workspace: object;
  releases: object[];
  milestones?: object[];
}

const oneRelease: Published = { workspace, releases: [releaseRow('r-0')] };

/**
 * Starts the service and `serve` as separate processes, as a self-hoster runs them. The service has
 * a hook to the receiver and `drafts` unpublished releases, from `r-1` on. The test itself starts
 * and stops the receiver.
 * @param events options of `hooks add` that select events
 */
export async function startLive(drafts: number, published = oneRelease, events: string[] = []) {
  const lifetimes = new AsyncDisposableStack();
  const { path: folder } = lifetimes.use(await tempFolder());
  const waiting = Array.from({ length: drafts }, (_, n) =>
    releaseRow(`r-${n + 1}`, { status: 'DRAFT', released_at: null }),
  );
  const dataSet = { ...published, releases: [...published.releases, ...waiting] };
  await writeFile(join(folder, 'workspace.json'), JSON.stringify(dataSet));
  const { API_KEY } = secrets;
  const database = ['--database', 'api.db'];
  const service = lifetimes.use(
    startCommand('service', {
      cwd: folder,
      args: ['--port', '0', '--import', 'workspace.json', ...database],
      env: { API_KEY },
    }),
  );
  const [, api = ''] = await service.printed(/answers at (\S+)\/v1/);
  const port = await freePort();
  const hook = `http://127.0.0.1:${port}/webhooks/release`;
  const command = (...args: string[]) =>
    runHosted('service', { cwd: folder, args: [...database, ...args] });
  const { stdout } = await command('hooks', 'add', hook, ...events);
  const [WEBHOOK_SECRET = ''] = stdout.match(/whsec_\S+/) ?? [];
  const serving = lifetimes.use(startCommand('serve', { cwd: folder, args: ['--port', '0'] }));
  const [, site = ''] = await serving.printed(/is served at (\S+)/);
  const env = {
    ...secrets,
    WEBHOOK_SECRET,
    API_BASE_URL: api,
    WEBHOOK_PORT: `${port}`,
    WEBHOOK_RATE_LIMIT: '0',
    // The same address as in most tests, so that the compiled site is shared.
    SITE_URL: 'https://example.com',
  };
  const authorization = `Bearer ${API_KEY}`;
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${api}/v1/releases/${path}`, init);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  };
  return {
    folder,
    site,
    env,
    outDir: join(folder, 'dist'),
    generations: join(folder, 'generations'),
    service,
    /** Runs a command of the service while it is running. */
    command,
    startReceiver: (over: Record<string, string> = {}, within: readonly string[] = []) =>
      startWebhook({ folder, env }, over, within),
    publish: (id: string) => ask('POST', `${id}/publish`),
    withdraw: (id: string) => ask('PATCH', id, { is_public: false }),
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

/**
 * A free port below the ephemeral range, so that no other process is given it while the receiver is
 * stopped.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
