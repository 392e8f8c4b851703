import fc from 'fast-check';

const texts =
  'word¦ ¦  ¦\n¦\t¦\u00a0¦é¦*¦_¦1.¦- ¦+¦#¦=¦>¦&amp;¦&lt;¦&nbsp;¦&#x8;¦[x](y)¦`¦!¦\\¦|¦~¦(¦:';
const inlineTags = 'a href="https://x.example/?a&amp;b=(1)"¦a href="#n-x"¦em¦strong¦code¦kbd¦del';
const blockTags = [
  ...['p', 'h2 id="n-x"', 'h4', 'ul li', 'ol li', 'ul li p', 'ul li ul li', 'blockquote p', 'div'],
  ...['pre code', 'pre tabindex="0" code class="language-sh"', 'table tr td', ''],
];

const text = fc
  .array(fc.constantFrom(...texts.split('¦')), { maxLength: 6 })
  .map((parts) => parts.join(''));

const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: text },
        { weight: 1, arbitrary: fc.constant('<br>') },
        fc
          .tuple(fc.constantFrom(...inlineTags.split('¦')), tie('inline'))
          .map(([tag, inside]) => element(tag, inside)),
      ),
      { maxLength: 4 },
    )
    .map((parts) => parts.join('')),
}));

const block = fc.tuple(fc.constantFrom(...blockTags), inline).map(([tags, inside]) =>
  tags
    .split(/ (?=[a-z]+(?: |$))/)
    .filter((tag) => tag !== '')
    .reduceRight((inner, tag) => element(tag, inner), inside),
);

/**
 * Bodies with elements that Markdown knows, some that it does not, and texts that look like
 * Markdown.
 */
export const anyBody = fc.array(block, { maxLength: 5 }).map((blocks) => blocks.join('\n'));

function element(tag: string, inside: string): string {
  return `<${tag}>${inside}</${tag.split(' ')[0]}>`;
}
