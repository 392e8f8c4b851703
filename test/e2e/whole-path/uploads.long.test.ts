import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { formOf } from '../../service/upload.ts';
import { runCommand } from '../../support/command.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { startApi } from './api.ts';

test('the built site has the uploaded files: the hero, a picture in the body and an attachment', async () => {
  await using folder = await tempFolder();
  await using api = await startApi('scripts/sample/workspace.json');
  const call = async (path: string, init: RequestInit) => {
    const headers = { authorization: `Bearer ${api.key}`, ...(init.headers as object) };
    const answer = await fetch(api.url + path, { ...init, headers });
    expect(answer.ok).toBe(true);
    return await answer.json();
  };
  const picture = (width: number) =>
    sharp({ create: { width, height: 40, channels: 3, background: '#16a34a' } })
      .png()
      .toBuffer();
  const upload = async (bytes: Buffer<ArrayBuffer>) => call('/v1/files', await formOf({ bytes }));
  const hero = await upload(await picture(50));
  const shown = await upload(await picture(60));
  const { path, size, type } = await upload(Buffer.from('%PDF-1.7\n'));
  const headers = { 'content-type': 'application/json' };
  const release = {
    ...{ title: 'Illustrated', slug: 'illustrated', status: 'DRAFT', is_public: true },
    ...{ hero: { type: 'image', url: hero.url }, body: `<p><img src="${shown.url}" alt=""></p>` },
    attachments: [{ id: 'a', type: 'FILE', content: { title: 'Notes', url: path, size, type } }],
  };
  const body = JSON.stringify(release);
  const { id } = await call('/v1/releases', { method: 'POST', headers, body });
  await call(`/v1/releases/${id}/publish`, { method: 'POST' });

  const [content, dist] = [join(folder.path, 'content'), join(folder.path, 'dist')];
  const env = { API_BASE_URL: api.url, API_KEY: api.key, CONTENT_DIR: content, OUT_DIR: dist };
  expect(await runHosted('sync', { cwd: folder.path, env })).toMatchObject({ code: 0 });
  expect(await runCommand('build', { cwd: folder.path, env })).toMatchObject({ code: 0 });
  const page = await readFile(join(dist, 'releases/illustrated/index.html'), 'utf8');
  for (const width of [50, 60]) {
    const [, src = ''] =
      new RegExp(`<img[^>]* src="(/assets/[^"]*)"[^>]* width="${width}"`).exec(page) ?? [];
    expect((await sharp(await readFile(join(dist, src))).metadata()).width).toBe(width);
  }
  expect(page).toMatch(/<a href="\/assets\/[0-9a-f]{20}\.pdf" download="Notes\.pdf"/);
}, 300_000);
