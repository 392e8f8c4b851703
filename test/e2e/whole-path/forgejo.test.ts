import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { startForgejo } from '../../support/fake-forgejo.ts';
import { filesIn } from '../../support/files-in.ts';
import { forgejoMilestone, forgejoRelease } from '../../support/forge-rows.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { withoutCards } from './written-site.ts';

const token = 'forgejo-secret';

test('a site from Forgejo has its releases and its roadmap, and no token', async () => {
  await using folder = await tempFolder();
  await using forgejo = await startForgejo({ token });
  const cwd = folder.path;
  forgejo.repository('acme/board', {
    private: true,
    releases: [
      forgejoRelease(1, { body: '## Added\n\n- Boards, see !12\n' }),
      forgejoRelease(2, { draft: true }),
    ],
    milestones: [
      forgejoMilestone(1, {
        ...{ open_issues: 5, closed_issues: 7 },
        due_on: '2027-05-31T23:59:59+02:00',
      }),
    ],
  });
  const address = `${forgejo.url}/acme/board`;
  const options = '    roadmap: milestones\n    private: true\n    token: FORGEJO_TOKEN_OTHER\n';
  const sources = `workspace: { id: acme, name: Acme }\nsources:\n  - forgejo: ${address}\n${options}`;
  await writeFile(join(cwd, 'sources.yaml'), sources);
  await writeFile(join(cwd, 'site.config.ts'), `export default ${JSON.stringify(withoutCards)};\n`);
  const env = { FORGEJO_TOKEN_OTHER: token, SITE_URL: 'https://example.com' };
  const synced = await runHosted('sync', { cwd, env, args: ['--no-assets'] });
  expect(synced).toMatchObject({ code: 0 });
  const built = await runCommand('build', { cwd, env, args: ['--publish'] });
  expect(built).toMatchObject({ code: 0 });
  const page = (path: string) => readFile(join(cwd, 'dist', path), 'utf8');
  expect(await page('releases/board-1-1-0/index.html')).toContain(
    'href="https://forgejo.example/acme/board/pulls/12"',
  );
  const roadmap = await page('roadmap/index.html');
  expect(roadmap).toContain('7 of 12 done');
  expect(roadmap).toContain('Target: May 2027');
  const converted = await runHosted('convert', {
    ...{ cwd, env: { ...env, FORGEJO_TOKEN: token } },
    args: ['forgejo', `${address}/`, '--out', 'past.json'],
  });
  expect(converted.stdout).toContain(
    `Converted 2 releases of ${address}/ to past.json: 1 of them drafts`,
  );
  for (const { stdout, stderr } of [synced, built, converted])
    expect(`${stdout}${stderr}`).not.toContain(token);
  expect(JSON.stringify(await filesIn(cwd))).not.toContain(token);
}, 200_000);

test('convert says how an address has to be written', async () => {
  await using folder = await tempFolder();
  const { code, stderr } = await runHosted('convert', {
    ...{ cwd: folder.path, args: ['forgejo', 'acme/board', '--out', 'past.json'] },
  });
  expect(code).toBe(2);
  expect(stderr).toContain('address of a repository, such as https://codeberg.org/acme/board');
});

test.each([
  [[], 'FORGEJO_TOKEN would be sent to codeberg.org and to other.invalid. Give one'],
  [
    ['--token', 'GITHUB_TOKEN'],
    'token: expected the name of a setting, such as FORGEJO_TOKEN_OTHER',
  ],
])('convert with %j sends no token to a host that is not its own', async (more, why) => {
  await using folder = await tempFolder();
  const sources =
    'workspace: { id: a, name: A }\nsources:\n  - forgejo: https://codeberg.org/acme/board\n';
  await writeFile(join(folder.path, 'sources.yaml'), sources);
  const { code, stderr } = await runHosted('convert', {
    args: ['forgejo', 'https://other.invalid/acme/board', '--out', 'past.json', ...more],
    ...{ cwd: folder.path, env: { FORGEJO_TOKEN: token, GITHUB_TOKEN: token } },
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
});

test('convert refuses a page below the repository’s', async () => {
  await using folder = await tempFolder();
  const { code, stderr } = await runHosted('convert', {
    args: ['forgejo', 'https://other.invalid/acme/board/releases', '--out', 'past.json'],
    cwd: folder.path,
  });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('convert forgejo https://other.invalid/acme/board\n'),
  ]);
});
