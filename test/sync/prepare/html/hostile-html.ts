import fc from 'fast-check';

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
/** Pieces of HTML, well formed or not, with everything that a reader must not get. */
export const hostileHtml = fc
  .array(fc.oneof(startTag, endTag, noise), { maxLength: 40 })
  .map((pieces) => pieces.join(''));
