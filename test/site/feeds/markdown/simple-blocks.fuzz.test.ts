// @module-tag soak

import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { RootContent } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { expect, test } from 'vitest';
import { blocksOf } from '../../../../src/site/base/html/markup.ts';
import {
  fromAnyHtml,
  fromHtml,
  writeMarkdown,
} from '../../../../src/site/feeds/markdown/markdown.ts';
import { simpleBlock } from '../../../../src/site/feeds/markdown/simple-blocks.ts';
import { printableXml } from '../../../../src/site/feeds/printable.ts';
import { fuzzRuns } from '../../../support/fuzz-runs.ts';
import { prepared } from '../../../sync/prepare/html/as-release.ts';
import { attacks } from '../../../sync/prepare/html/attacks.ts';
import { hostileBodies } from '../../../sync/prepare/html/hostile-bodies.ts';
import { anyBody } from '../any-body.ts';

const quick = (html: string) => writeMarkdown(fromHtml(html));
const thorough = (html: string) => asPackaged(printableXml(fromAnyHtml(html)));
const asPackaged = (children: RootContent[]) =>
  toMarkdown(
    { type: 'root', children },
    {
      extensions: [gfmTableToMarkdown(), gfmStrikethroughToMarkdown()],
      bullet: '-',
      rule: '-',
      listItemIndent: 'one',
    },
  );

const bundled = globSync('content/{releases,milestones}/*.json').flatMap((file) => {
  const { body, changes = [] } = JSON.parse(readFileSync(file, 'utf8'));
  return [body, ...changes.map(({ html }: { html: string }) => html)] as string[];
});

test('writes the bodies of the sample as the converter for any HTML does', () => {
  expect(bundled.length).toBeGreaterThan(20);
  for (const html of bundled) expect(quick(html)).toBe(thorough(html));
});

test('handles most blocks of the sample itself', () => {
  const blocks = bundled.flatMap(blocksOf).filter(({ html }) => html.trim());
  const known = blocks.filter((block) => simpleBlock(block));
  expect(known.length / blocks.length).toBeGreaterThan(0.9);
});

test('writes hostile bodies as the converter for any HTML does', async () => {
  const sources = [...attacks, ...Object.values(hostileBodies).flat()];
  const made = await Promise.all(sources.map((source) => prepared(source)));
  // Many of the sources result in the same HTML.
  for (const html of new Set(made.flatMap(({ body, change }) => [body, change])))
    expect(quick(html)).toBe(thorough(html));
});

test('writes any body as the converter for any HTML does', async () => {
  await fc.assert(
    fc.asyncProperty(anyBody, async (source) => {
      const { body } = await prepared(source, '');
      expect(quick(body)).toBe(thorough(body));
    }),
    { numRuns: fuzzRuns(40, 1600) },
  );
});

test('escapes texts without markup as the package does', () => {
  const words = 'a¦Z¦é¦9¦, ¦.¦: ¦-¦(¦)¦"¦ ¦%¦/¦’¦*¦#¦1. ¦\n¦_¦!¦+'.split('¦');
  const text = fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (value, other) => {
      const link = { type: 'link' as const, url: '#', children: plain(value) };
      const blocks = [
        { type: 'paragraph' as const, children: [...plain(value), link] },
        { type: 'heading' as const, depth: 2 as const, children: [link, ...plain(other)] },
        { type: 'heading' as const, depth: 1 as const, children: plain(other) },
        { type: 'paragraph' as const, children: plain(value) },
      ];
      expect(writeMarkdown(blocks)).toBe(asPackaged(blocks));
    }),
    { numRuns: fuzzRuns(75, 3000) },
  );
});

const plain = (value: string) => [{ type: 'text' as const, value }];
