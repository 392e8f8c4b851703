import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandName, runCommand } from '../../support/command.ts';
import { type FakeS3, startFakeS3 } from '../../support/s3/fake-s3.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { copySmallContent } from './small-content.ts';

let fake: FakeS3;
let folder: Awaited<ReturnType<typeof tempFolder>>;
beforeAll(async () => {
  fake = await startFakeS3();
  folder = await tempFolder();
  await copySmallContent(join(folder.path, 'content'));
  for (const machine of ['here', 'elsewhere']) await mkdir(join(folder.path, machine));
  await writeFile(
    join(folder.path, 'site.config.ts'),
    `import { appendFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(join(folder.path, 'seen'))}, JSON.stringify(process.env) + '\\n');
export default { name: process.env.PUBLIC_NAME, show: { cards: false } };`,
  );
});
afterAll(async () => {
  await fake[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function run(machine: string, command: CommandName, ...args: string[]) {
  const { code, stdout, stderr } = await runCommand(command, {
    cwd: join(folder.path, machine),
    args,
    env: {
      ...fake.env,
      CONTENT_DIR: join(folder.path, 'content'),
      SITE_CONFIG: join(folder.path, 'site.config.ts'),
      SITE_URL: 'https://changelog.acme.dev',
      API_KEY: 'a-key-that-is-secret',
      DATABASE_URL: 'postgres://secret',
      PUBLIC_NAME: 'Acme',
    },
  });
  const words = (text: string) =>
    text
      .replaceAll(folder.path, '…')
      .replace(/\d{8}T\d{9}Z-[0-9a-f]{12}/g, '<generation>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replace(/\d+\.\d s\b/g, '<seconds>');
  return { code, stdout: words(stdout), stderr: words(stderr) };
}

/** Changes the title of a release. */
async function edit(): Promise<void> {
  const releases = join(folder.path, 'content/releases');
  const [name = ''] = (await readdir(releases)).filter((one) => one.endsWith('.json')).sort();
  const text = await readFile(join(releases, name), 'utf8');
  await writeFile(join(releases, name), text.replace(/"title": "/, '"title": "Edited: '));
}

const pageOf = (text: string) =>
  [...fake.objects].some(([key, { body }]) => key.endsWith('.html') && body.includes(text));

test('build and rollback update the bucket too; after a rollback it stays paused until resumed', async () => {
  const planned = await run('here', 'build', '--dry-run');
  expect(planned.stdout).toMatch(/^upload\tindex\.html$/m);
  expect(planned.stdout).toMatch(/: \d{3} would be uploaded, 0 unchanged, 0 deleted. Nothing was/);
  expect(fake.objects.size).toBe(0);

  const first = await run('here', 'build', '--publish');
  expect(first).toMatchObject({ code: 0 });
  expect(first.stdout).toMatch(
    /^s3:\/\/changelog\/ is up to date: \d{3} uploaded, 0 unchanged, 0 deleted, <seconds>\.$/m,
  );
  expect(pageOf('Acme')).toBe(true);

  await edit();
  const second = await run('here', 'build');
  expect(second.stdout).toMatch(/: \d\d? uploaded, \d{3} unchanged, \d deleted/);
  expect(pageOf('Edited: ')).toBe(true);

  const back = await run('here', 'publish', 'rollback');
  expect(back).toMatchObject({ code: 0 });
  expect(back.stdout).toMatch(/: \d\d? uploaded, \d{3} unchanged, \d deleted/);
  expect(pageOf('Edited: ')).toBe(false);

  // Another machine, which only knows the bucket.
  const refused = await run('elsewhere', 'build', '--publish');
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain(
    'The bucket was left unchanged. Publishing is paused since <time>, because of a rollback from <generation> to <generation>.',
  );
  expect(pageOf('Edited: ')).toBe(false);
  const resumed = await run('elsewhere', 'publish', 'resume');
  expect(resumed.stdout).toContain('Publishing is allowed again');
  expect(await run('elsewhere', 'build', '--publish')).toMatchObject({ code: 0 });
  expect(pageOf('Edited: ')).toBe(true);

  // The environment of each process that ran the site's configuration.
  const seen = (await readFile(join(folder.path, 'seen'), 'utf8')).trim().split('\n');
  expect(seen.length).toBeGreaterThan(4);
  for (const line of seen) {
    expect(line).toContain('PUBLIC_NAME');
    expect(line).not.toMatch(/"(?:AWS_|PUBLISH_|BUCKET_|API_KEY|DATABASE)/);
  }
}, 240_000);

test('--dry-run without a bucket says which setting is missing', async () => {
  const { code, stderr } = await runCommand('build', {
    cwd: join(folder.path, 'elsewhere'),
    args: ['--dry-run'],
    env: { CONTENT_DIR: join(folder.path, 'content') },
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining('Set PUBLISH_BUCKET')]);
});
