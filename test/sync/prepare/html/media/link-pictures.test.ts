import { expect, test } from 'vitest';
import { linkPictures } from '../../../../../src/sync/prepare/html/media/link-pictures.ts';
import { writeHtml } from '../../../../../src/sync/prepare/html/parse/write-html.ts';
import { parseBody } from '../../../../../src/sync/prepare/html/parse-body.ts';

test('replaces pictures with links, but not inside of links', () => {
  const tree = parseBody(
    '<p><b><img src="/a.png" alt="A"></b></p><p><a href="https://b.example/"><img src="/a.png"></a></p>',
  );
  linkPictures(tree, new Map([['/a.png', 'https://a.example/a.png']]));
  expect(writeHtml(tree)).toBe(
    '<p><b><a href="https://a.example/a.png">A</a></b></p><p><a href="https://b.example/"><img src="/a.png"></a></p>',
  );
});
