// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeHtml } from '../../../../src/sync/prepare/html/parse/write-html.ts';
import { parseBody } from '../../../../src/sync/prepare/html/parse-body.ts';
import { findProblem } from '../../../../src/sync/prepare/html/sanitise/verify-output.ts';
import { anyText } from '../../../support/any-text.ts';
import { fuzzRuns } from '../../../support/fuzz-runs.ts';
import { notesBesideFrames, prepared } from './as-release.ts';

const names =
  `p div b i a table caption tr td tbody li ul dl dt dd pre code svg math mtext mglyph desc
  foreignObject annotation-xml style script noscript template textarea title iframe h1 h3 img select
  option form button object br details summary font nobr plaintext xmp body frameset marquee`.split(
    /\s+/,
  );
const attributes = [
  ...['', ' id=a', ' href="https://a.example/"', ' href="javascript:alert(1)"', ' href=#b'],
  ...[' class=language-js', ' onclick=alert(1)', ' src=x', ' encoding=text/html', ' style="a:b"'],
  ' src="https://player.vimeo.com/video/1"',
];
const startTag = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom(...attributes))
  .map(([name, attribute]) => `<${name}${attribute}>`);
const endTag = fc.constantFrom(...names).map((name) => `</${name}>`);
const noise = fc.constantFrom(
  ...['x', ' ', '\n', '\r', '&#13;', '&#0;', '&#xFFFF;', '&lt;', '&amp;lt;', '"', "'", '<', '>'],
  ...['<!--', '-->', '<![CDATA[', ']]>', '<?', '\u0001', '\ud800', '\u{1f600}'],
);
const html = fc
  .array(fc.oneof(startTag, endTag, noise), { maxLength: 40 })
  .map((pieces) => pieces.join(''));

test('turns any HTML into HTML without problems', () =>
  fc.assert(
    fc.asyncProperty(html, async (source) => {
      const { body, change, notes } = await prepared(source);
      expect(notesBesideFrames(notes)).toEqual([]);
      expect([findProblem(body), findProblem(change)]).toEqual([undefined, undefined]);
    }),
    { numRuns: fuzzRuns(75, 3000) },
  ));

test('turns any text into HTML without problems', () =>
  fc.assert(
    fc.asyncProperty(anyText(), async (source) => {
      const { body, notes } = await prepared(source);
      expect(notesBesideFrames(notes)).toEqual([]);
      expect(findProblem(body)).toBeUndefined();
    }),
  ));

test('parsing HTML that it wrote, and writing it again, changes nothing', () =>
  fc.assert(
    fc.property(html, (source) => {
      const once = writeHtml(parseBody(source.replaceAll('id=a', '')));
      expect(writeHtml(parseBody(once))).toBe(once);
    }),
    { numRuns: fuzzRuns(75, 3000) },
  ));
