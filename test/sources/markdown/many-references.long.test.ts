import { expect, test } from 'vitest';
import { cleanHtml as sanitise } from '../../../src/sync/prepare/html/parse-body.ts';
import { convertGitHub } from '../convert.ts';

const host = 'https://github.com';
const created_at = '2020-01-01T00:00:00Z';
const html_url = `${host}/acme/board/releases/tag/v1`;

test.each([
  ['references', '#12 acme/engine#44 @mira-k 5304da0\n'],
  ['slashes', 'a/'],
  ['hyphens', '-a'],
  ['at signs', '@a'],
  ['hexadecimal digits', '1a'],
  ['numbers', '#1'],
  ['short names', ':tada:'],
  ['colons', ':a'],
  ['alerts', '> [!NOTE]\n> #1\n\n'],
  ['items', '- #12 by @mira-k\n'],
  ['escapes', '\\#1'],
  ['addresses', 'https://github.com/acme/board/pull/1 '],
  ['raw links', '<a>#1'],
])('many %s take bounded processor time', (_what, part) => {
  const whole = part.repeat(Math.ceil(200_000 / part.length));
  const lines = part.repeat(Math.ceil(1000 / part.length));
  const paragraphs = `${lines.trimEnd()}\n\n`.repeat(200);
  const start = process.threadCpuUsage();
  for (const text of [whole, paragraphs])
    convertGitHub([{ id: 1, tag_name: 'v1', html_url, created_at, body: text }], { sanitise });
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(10_000);
});
