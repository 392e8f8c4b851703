import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, copyFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, fetch, type Response } from 'undici';
import { examplesIn } from '../../docs/examples.ts';
import { tempFolder } from '../../support/temp-folder.ts';

// Starts web servers with the configurations from docs/serving.md. Each listens on a socket in a
// folder of its own, so no port is needed, and the machine's own configuration is not read.

export interface WebServer extends AsyncDisposable {
  /** Requests a path without following redirects. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
}

export interface Served {
  /** The site's folder, or a link to it. */
  site: string;
  basePath: '/' | '/notes/';
  /** Address of the receiver, such as "127.0.0.1:4020". */
  receiver: string;
}

interface Kind {
  /** Writes the configuration; returns the arguments for the server. */
  configure(folder: string, socket: string, served: Served): Promise<string[]>;
}

const page = 'docs/serving.md';

const kinds: Record<string, Kind> = {
  nginx: {
    configure: async (folder, socket, { site, basePath, receiver }) => {
      const [snippet = '', root = '', prefix = ''] = examplesIn(page, 'nginx');
      const server =
        basePath === '/' ? root : underPrefix(root, prefix, /^ +root .*?changelog\.conf;\n/ms);
      await mkdir(join(folder, 'snippets'));
      await writeFile(join(folder, 'snippets/changelog.conf'), snippet);
      await writeFile(
        join(folder, 'site.conf'),
        adapt(server, { site, receiver }).replace('listen 80;', `listen unix:${socket};`),
      );
      copyFileSync(ownMimeTypes(), join(folder, 'mime.types'));
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ');
      // If nginx is started by root, its workers have to run as root too, to read files that only
      // root may read.
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      await writeFile(
        join(folder, 'nginx.conf'),
        `daemon off; ${user} pid ${folder}/pid; error_log stderr warn; events {}
        http { access_log off; ${temporary} include mime.types; include site.conf; }`,
      );
      return ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
    },
  },
  caddy: {
    configure: async (folder, socket, { site, basePath, receiver }) => {
      const [root = '', prefix = ''] = examplesIn(page, 'caddy');
      const parts = /^\thandle \{\n.*?^\t}\n\thandle_errors \{\n.*?^\t}\n/ms;
      const sites = basePath === '/' ? root : underPrefix(root, prefix, parts);
      const file = join(folder, 'Caddyfile');
      await writeFile(
        file,
        `{\nadmin off\n}\n${adapt(sites, { site, receiver }).replace(
          /^changelog\.example\.com \{/m,
          `http://changelog.example.com {\nbind unix/${socket}`,
        )}`,
      );
      return ['run', '--config', file, '--adapter', 'caddyfile'];
    },
  },
};

/** Servers from the docs that are installed on this machine. */
export const installed = Object.keys(kinds).filter((name) => programOf(name) !== undefined);

/** Starts a server of this kind with the configuration from the docs. */
export async function startWebServer(name: string, served: Served): Promise<WebServer> {
  await using lifetimes = new AsyncDisposableStack();
  const { path: folder } = lifetimes.use(await tempFolder());
  const socket = join(folder, 'socket');
  const args = (await kinds[name]?.configure(folder, socket, served)) ?? [];
  const server = spawn(programOf(name) ?? name, args, {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const ended = once(server, 'close');
  lifetimes.defer(async () => {
    server.kill('SIGTERM');
    await ended;
  });
  const dispatcher = new Agent({ connect: { socketPath: socket } });
  lifetimes.defer(() => dispatcher.close());
  const get: WebServer['get'] = (path, headers = {}) =>
    fetch(`http://changelog.example.com${path}`, { dispatcher, headers, redirect: 'manual' });
  while (!(await get('/').catch(() => undefined))) {
    if (server.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    await delay(20);
  }
  const lifetime = lifetimes.move();
  return {
    get,
    [Symbol.asyncDispose]: () => lifetime.disposeAsync(),
  };
}

/** Replaces some lines of the configuration by those for a prefix, as the docs describe. */
function underPrefix(root: string, prefix: string, lines: RegExp): string {
  if (!lines.test(root)) throw new Error(`nothing in the configuration is ${lines}`);
  return root.replace(lines, () => prefix);
}

function adapt(text: string, { site, receiver }: { site: string; receiver: string }): string {
  return text.replaceAll('/srv/changelog/dist', site).replaceAll('127.0.0.1:4020', receiver);
}

/** Path of nginx's own list of MIME types, which lies next to its configuration. */
function ownMimeTypes(): string {
  const { stderr } = spawnSync(programOf('nginx') ?? 'nginx', ['-V'], { encoding: 'utf8' });
  const [, configuration = ''] = stderr.match(/--conf-path=(\S+)/) ?? [];
  return join(dirname(configuration), 'mime.types');
}

function programOf(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
