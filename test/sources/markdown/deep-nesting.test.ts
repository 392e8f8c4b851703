import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/sources/markdown/render-markdown.ts';

test.each(['> ', '- ', '1. ', '> - '])('shows text below 150 of %j', (mark) => {
  expect(renderMarkdown(`${mark.repeat(150)}the last words`).html).toContain('the last words');
});
