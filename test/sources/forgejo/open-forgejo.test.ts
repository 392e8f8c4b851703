import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { secretsIn, withoutSecrets } from '../../../src/config/settings.ts';
import { unknownSettings } from '../../../src/config/unknown-settings.ts';
import { startForgejo } from '../../support/fake-forgejo.ts';
import { filesIn } from '../../support/files-in.ts';
import { forgejoRelease } from '../../support/forge-rows.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openFrom } from '../open-from.ts';

// Two instances, each with a token of its own.
const env = { FORGEJO_TOKEN: 'first-secret', FORGEJO_TOKEN_OTHER: 'other-secret' };

async function start() {
  const lifetimes = new AsyncDisposableStack();
  const folder = lifetimes.use(await tempFolder());
  const names = ['FORGEJO_TOKEN', 'FORGEJO_TOKEN_OTHER'] as const;
  const [first, other] = await Promise.all(
    names.map(async (name) => {
      const fake = lifetimes.use(await startForgejo({ token: env[name] }));
      const sent = new Set<string | undefined>();
      fake.repository('acme/board', { releases: [forgejoRelease(1)] });
      fake.fail = (_path, _turn, { headers }) => {
        sent.add(headers.authorization);
        return undefined;
      };
      return { fake, sent, address: `${fake.url}/acme/board` };
    }),
  );
  if (!first || !other) throw new Error('no fakes');
  const open = (entries: string, own: Record<string, string> = env) =>
    openFrom(folder.path, `workspace: { id: w, name: W }\nsources:\n${entries}`, {
      ...{ GITHUB_TOKEN: 'github-secret', ...own },
    });
  const read = async (entries: string, own?: Record<string, string>) => {
    const { sources } = await open(entries, own);
    const all = sources.map((one) => (one === 'api' ? undefined : one.read()));
    return (await Promise.all(all)).flatMap((rows) => rows?.releases ?? []);
  };
  return {
    ...{ folder, first, other, open, read },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

test('each token is sent to the host of its source alone, and is in no file', async () => {
  await using it = await start();
  const releases = await it.read(
    `  - forgejo: ${it.first.address}\n  - forgejo: ${it.other.address}\n    token: FORGEJO_TOKEN_OTHER\n`,
  );
  expect(it.first.sent).toEqual(new Set(['token first-secret']));
  expect(it.other.sent).toEqual(new Set(['token other-secret']));
  // Both instances have a release with the id 1.
  expect(new Set(releases.map(({ id }) => id)).size).toBe(2);
  expect(JSON.stringify(await filesIn(it.folder.path))).not.toContain('secret');
});

test('a token that would be sent to two hosts is sent to none', async () => {
  await using it = await start();
  const both = `  - forgejo: ${it.first.address}\n  - forgejo: ${it.other.address}\n`;
  const [a, b] = [it.first, it.other].map(({ address }) => new URL(address).host);
  await expect(it.open(both)).rejects.toThrow(
    `FORGEJO_TOKEN would be sent to ${a} and to ${b}. Give one of them a token of its own, with "token: FORGEJO_TOKEN_OTHER"`,
  );
  expect([...it.first.sent, ...it.other.sent]).toEqual([]);
  // Without the token, nothing is sent that could be.
  expect(await it.read(both, {})).toHaveLength(2);
  expect([...it.first.sent, ...it.other.sent]).toEqual([undefined, undefined]);
});

test('a source whose token is not set is read without one', async () => {
  await using it = await start();
  const entry = `  - forgejo: ${it.first.address}\n    token: FORGEJO_TOKEN_NONE\n`;
  expect(await it.read(entry)).toHaveLength(1);
  expect(it.first.sent).toEqual(new Set([undefined]));
});

test('a token with spaces is refused, and not shown', async () => {
  await using it = await start();
  const entry = `  - forgejo: ${it.first.address}\n    token: FORGEJO_TOKEN_OTHER\n`;
  await expect(it.open(entry, { FORGEJO_TOKEN_OTHER: 'a b' })).rejects.toThrow(
    /^FORGEJO_TOKEN_OTHER is not usable: expected a token without spaces\.$/,
  );
});

test('tokens of other hosts are secrets, and no unknown settings', async () => {
  expect(secretsIn(env)).toEqual(expect.arrayContaining(['first-secret', 'other-secret']));
  expect(withoutSecrets({ ...env, PATH: '/bin' })).toEqual({ PATH: '/bin' });
  expect(unknownSettings('.env', ['FORGEJO_TOKEN', 'FORGEJO_TOKEN_2', 'FORGEJO_TOKE'])).toEqual([]);
  const docs = await readFile('docs/reference.md', 'utf8');
  expect(docs).toContain('FORGEJO_TOKEN_OTHER');
});

test('an instance below a path is read there', async () => {
  await using it = await start();
  it.first.fake.fail = (path) =>
    path.startsWith('/git/repos/')
      ? Response.json(path.endsWith('s') ? [forgejoRelease(1)] : repository)
      : undefined;
  const repository = { id: 1, name: 'board', private: false };
  const entry = `  - forgejo: ${it.first.fake.url}/git/acme/board\n    url: ${it.first.fake.url}/git\n`;
  expect(await it.read(entry)).toHaveLength(1);
});
