import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { inMemory, tempFolder } from '../temp-folder.ts';
import { cephSettings } from './ceph-settings.ts';

export interface Ceph extends AsyncDisposable {
  url: string;
  bucket: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
}

/**
 * A Ceph store in memory, behind Ceph's S3 gateway.
 * @param root the folder of Ceph's programs
 */
export async function startCeph(root: string): Promise<Ceph> {
  const lifetimes = new AsyncDisposableStack();
  try {
    const { path: folder } = lifetimes.use(await tempFolder(inMemory));
    const [id, disk] = [randomUUID(), randomUUID()];
    const ports = { monitor: await freePort(), gateway: await freePort() };
    const settings = join(folder, 'ceph.conf');
    await writeFile(settings, cephSettings({ root, folder, id, ports }));
    for (const name of ['mon', 'osd']) await mkdir(join(folder, name));

    const env = cephEnv(root);
    const ask = async (program: string, ...args: string[]) => {
      const given = program === 'monmaptool' ? args : ['-c', settings, ...args];
      const file = join(root, 'usr/bin', program);
      await promisify(execFile)(file, given, { env, timeout: 120_000 });
    };
    const start = (program: string, ...args: string[]) => {
      const file = join(root, 'usr/bin', program);
      const child = spawn(file, ['-c', settings, ...args, '-f'], { env, stdio: 'ignore' });
      lifetimes.defer(() => end(child));
    };

    const map = join(folder, 'monmap');
    const address = `[v2:127.0.0.1:${ports.monitor}]`;
    await ask('monmaptool', '--create', '--fsid', id, '--addv', 'a', address, map);
    await ask('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
    start('ceph-mon', '-i', 'a');
    await ask('ceph', 'osd', 'new', disk);
    await ask('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
    start('ceph-osd', '-i', '0');
    start('radosgw', '-n', 'client.admin');
    const credentials = { accessKeyId: 'AKIACEPH', secretAccessKey: 'not-a-secret' };
    const { accessKeyId: key, secretAccessKey: secret } = credentials;
    const user = ['--uid=waymark', '--display-name=waymark'];
    await ask(
      'radosgw-admin',
      'user',
      'create',
      ...user,
      `--access-key=${key}`,
      `--secret=${secret}`,
    );
    const url = `http://127.0.0.1:${ports.gateway}`;
    await makeBucket(url, credentials, join(folder, 'client.admin.log'));
    return { url, bucket, credentials, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
  } catch (error) {
    await lifetimes.disposeAsync();
    throw error;
  }
}

const bucket = 'changelog';

/** Creates the bucket as soon as the gateway answers. */
async function makeBucket(url: string, credentials: Ceph['credentials'], log: string) {
  const client = new S3Client({
    endpoint: url,
    region: 'us-east-1',
    credentials,
    forcePathStyle: true,
  });
  let why: unknown;
  for (let tries = 0; tries < 120; tries += 1) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      return client.destroy();
    } catch (error) {
      why = error;
      await delay(500);
    }
  }
  const said = await readFile(log, 'utf8').catch(() => '');
  throw new Error(`Ceph does not answer:\n${said.slice(-3000)}`, { cause: why });
}

function cephEnv(root: string): Record<string, string | undefined> {
  const libraries = join(root, 'usr/lib/x86_64-linux-gnu');
  return {
    PATH: `${join(root, 'usr/bin')}:${process.env.PATH}`,
    LD_LIBRARY_PATH: [libraries, join(libraries, 'ceph'), join(root, 'lib/x86_64-linux-gnu')].join(
      ':',
    ),
    PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
