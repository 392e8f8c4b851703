import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runHosted } from '../../support/run-hosted.ts';
import { startServer } from '../../support/scripted-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const convert = (cwd: string, args: string[], env: Record<string, string> = {}) =>
  runHosted('convert', { args, cwd, env });
const service = (cwd: string, args: string[]) =>
  runHosted('service', { args: ['--database', 'x.db', ...args], cwd });
const keepAChangelog = resolve('test/sources/fixtures/keep-a-changelog.md');

test('a changelog that is converted and imported is exported byte for byte the same', async () => {
  await using folder = await tempFolder();
  const converted = await convert(folder.path, [
    'changelog',
    keepAChangelog,
    '--out',
    'past.json',
    '--name',
    'Acme',
  ]);
  expect(converted.code).toBe(0);
  expect(converted.stdout).toMatch(
    /^Converted 5 releases of .* to past\.json: 3 of them drafts, 1 withdrawn\.\n.*service -- import past\.json --dry-run\n$/,
  );
  expect(converted.stderr).toContain(
    '  line 53: 1.0.1: 2026-02-30 is not a date, so this is a draft',
  );
  expect((await service(folder.path, ['import', 'past.json'])).stdout).toContain('releases: 5 new');
  expect((await service(folder.path, ['import', 'past.json'])).stdout).toContain(
    'Nothing was changed',
  );
  await service(folder.path, ['--export', 'export.json']);
  const [past, exported] = ['past.json', 'export.json'].map((name) => join(folder.path, name));
  // The time of the export is the only difference.
  const text = (await readFile(exported ?? '', 'utf8')).replace(/^ *"exported_at": ".*",\n/m, '');
  expect(text).toBe(await readFile(past ?? '', 'utf8'));
  const into = [
    'changelog',
    keepAChangelog,
    '--out',
    'more.json',
    '--into',
    'export.json',
    '--json',
  ];
  const more = JSON.parse((await convert(folder.path, into)).stdout);
  expect(more).toMatchObject({ out: 'more.json', releases: 5, drafts: 3, withdrawn: 1 });
  expect(more.notes.length).toBe(6);
});

test('exits 3 with a last line about it if more than a tenth of the versions are left out', async () => {
  await using folder = await tempFolder();
  const write = (taken: number, notTaken: number) =>
    writeFile(
      join(folder.path, 'CHANGELOG.md'),
      Array.from({ length: taken + notTaken }, (_, i) =>
        i < taken ? `# 1.${i}.0 swift (2020-02-02)` : `# 1.${i}.0-rc.1é (2020-01-02)`,
      ).join('\n\n- text\n\n'),
    );
  const run = (...more: string[]) =>
    convert(folder.path, ['changelog', 'CHANGELOG.md', '--out', 'past.json', ...more]);
  await write(9, 1);
  const tenth = await run();
  expect(tenth.code).toBe(0);
  expect(tenth.stdout).toMatch(/--dry-run\n$/);
  await write(9, 2);
  const more = await run();
  expect(more.code).toBe(3);
  expect(more.stdout).toMatch(/\nLeft out: 2 of 11 versions\. .*\n$/);
  expect(more.stderr).toContain('line 41: “1.10.0-rc.1é (2020-01-02)”: looks like a version');
  const json = await run('--json');
  expect(json.code).toBe(3);
  expect(JSON.parse(json.stdout)).toMatchObject({ releases: 9, leftOut: 2 });
});

test('--quiet prints only the last line, and problems', async () => {
  await using folder = await tempFolder();
  const args = ['changelog', keepAChangelog, '--out', 'past.json', '--quiet'];
  const { code, stdout, stderr } = await convert(folder.path, args);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Converted 5 releases of .* 1 withdrawn\.\n$/);
  expect(stderr).toContain('1.0.1: 2026-02-30 is not a date');
});

test('GitHub releases are requested conditionally, and the token is never written', async () => {
  await using folder = await tempFolder();
  const row = {
    id: 7,
    tag_name: 'v1.0.0',
    created_at: '2026-01-01T10:00:00Z',
    published_at: '2026-01-02T10:00:00Z',
  };
  await using server = await startServer((_path, turn) => {
    if (turn === 0) return Response.json([row], { headers: { etag: '"a"' } });
    if (turn === 1) return new Response(null, { status: 304 });
    return new Response('{}', { status: 429, headers: { 'retry-after': '600' } });
  });
  const env = { GITHUB_API_URL: server.url, GITHUB_TOKEN: 'github_pat_secret' };
  const ask = () => convert(folder.path, ['github', 'acme/board', '--out', 'past.json'], env);
  const first = await ask();
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const data = await readFile(join(folder.path, 'past.json'), 'utf8');
  expect(await ask()).toEqual(first);
  expect(await readFile(join(folder.path, 'past.json'), 'utf8')).toBe(data);
  expect(server.asked[1]?.headers.get('if-none-match')).toBe('"a"');
  const limited = await ask();
  expect(limited.code).toBe(1);
  expect(limited.stderr).toMatch(/answers again in 10 minutes, at \d\d:\d\d\./);
  for (const name of ['past.json', 'past.json.http.json']) {
    expect((await stat(join(folder.path, name))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder.path, name), 'utf8')).not.toContain('github_pat_secret');
  }
  expect(limited.stderr).not.toContain('github_pat_secret');
});

test('generated notes of GitHub are sorted, except with --no-sort', async () => {
  await using folder = await tempFolder();
  const row = {
    id: 7,
    tag_name: 'v1.0.0',
    created_at: '2026-01-01T10:00:00Z',
    body: '* fix: dates by @mira-k in https://github.com/acme/board/pull/3',
  };
  await using server = await startServer(() => Response.json([row]));
  const env = { GITHUB_API_URL: server.url };
  const read = async (...options: string[]) => {
    await convert(folder.path, ['github', 'acme/board', '--out', 'past.json', ...options], env);
    const { workspace } = JSON.parse(await readFile(join(folder.path, 'past.json'), 'utf8'));
    return workspace.release_change_types.map(({ title }: { title: string }) => title);
  };
  expect(await read()).toEqual(['Fixed']);
  expect(await read('--no-sort')).toEqual([]);
});

test('changesets become drafts', async () => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, 'README.md'), '# Changesets\n');
  await writeFile(join(folder.path, 'a-b-c.md'), '---\n"@acme/board": minor\n---\n\nCursors.\n');
  const { code, stdout, stderr } = await convert(folder.path, [
    'changesets',
    '.',
    '--out',
    'past.json',
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('Converted 1 release of . to past.json: 1 of them drafts');
});

test('says what to do if there is nothing to convert, and writes nothing', async () => {
  await using folder = await tempFolder();
  const there = (name: string, text: string | Uint8Array) =>
    writeFile(join(folder.path, name), text);
  await there('empty.md', '# Title\n\nText.\n');
  await there('latin.md', Uint8Array.of(0xe4, 0x0a));
  await there('taken.json', '{"mine": true}');
  const out = ['--out', 'past.json'];
  for (const [args, words] of [
    [
      ['changelog', 'empty.md', ...out],
      'Nothing in empty.md could be converted, so nothing was written.',
    ],
    [['changelog', 'latin.md', ...out], 'latin.md is not UTF-8.'],
    [['changelog', 'missing.md', ...out], 'missing.md cannot be read (ENOENT).'],
    [['changelog', keepAChangelog, '--out', 'taken.json'], 'Use --out with another file,'],
    [['github', 'board', ...out], '"board" is not a repository. Write it as OWNER/REPO'],
    [['changelog', 'empty.md'], "required option '--out <data-set>' not specified"],
  ] as const) {
    const { code, stderr } = await convert(folder.path, [...args]);
    expect(stderr).toContain(words);
    expect(code).toBe(2);
  }
  expect(await readFile(join(folder.path, 'taken.json'), 'utf8')).toBe('{"mine": true}');
  await expect(stat(join(folder.path, 'past.json'))).rejects.toThrow('ENOENT');
});

test('a changelog with a repository has links, to the host of GITHUB_API_URL', async () => {
  await using folder = await tempFolder();
  const text = '## 1.0.0 - 2026-01-31\n\nA board (#12)\n';
  await writeFile(join(folder.path, 'CHANGELOG.md'), text);
  const env = { GITHUB_API_URL: 'https://git.example/api/v3' };
  const args = ['changelog', 'CHANGELOG.md', '--out', 'past.json', '--repository'];
  expect((await convert(folder.path, [...args, 'acme/board'], env)).code).toBe(0);
  const { releases } = JSON.parse(await readFile(join(folder.path, 'past.json'), 'utf8'));
  expect(releases[0].body).toBe(
    '<p>A board (<a href="https://git.example/acme/board/issues/12">#12</a>)</p>',
  );
  const wrong = await convert(folder.path, [...args, 'acme'], env);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('"acme" is not a repository. Write it as OWNER/REPO');
});
