import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';

const shown = new Set(
  `h2 h3 h4 h5 h6 p br hr blockquote div span ul ol li dl dt dd details summary figure figcaption
  pre code kbd samp var strong b em i u s del ins mark small sub sup abbr cite q dfn time a img
  table caption thead tbody tfoot tr th td`.split(/\s+/),
);
const attributes = new Set(
  `id lang dir title href rel class src alt width height loading tabindex role aria-label align
  colspan rowspan scope start reversed datetime`.split(/\s+/),
);
const classes =
  /^(?:(?:table-box|plain-text|video-card|untitled-video|alert-(?:note|tip|important|warning|caution)|[kspnfcid])|lang(?:uage)?-[\w+#-]+)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/**
 * The problems of some HTML, found with a parser and lists that are independent of the sanitiser's.
 */
export function wrongsOf(html: string): string[] {
  const fragment = parseFragment(html);
  const found = fragment.childNodes.flatMap(wrongsOfNode);
  if (forbidden.test(html)) found.push('a forbidden character');
  const written = serialize(fragment);
  if (serialize(parseFragment(written)) !== written) found.push('it is no fixpoint');
  return found;
}

function wrongsOfNode(node: DefaultTreeAdapterTypes.ChildNode): string[] {
  if (node.nodeName === '#text') return [];
  if (!('attrs' in node)) return [node.nodeName];
  const { tagName, attrs, childNodes, namespaceURI } = node;
  const wrong = attrs.filter((attribute) => !isAllowed(tagName, attribute));
  return [
    ...(shown.has(tagName) && namespaceURI.endsWith('/xhtml') ? [] : [`<${tagName}>`]),
    ...wrong.map(({ name, value }) => `${tagName} ${name}="${value}"`),
    ...childNodes.flatMap(wrongsOfNode),
  ];
}

function isAllowed(tagName: string, { name, value }: { name: string; value: string }): boolean {
  if (!attributes.has(name)) return false;
  if (name === 'id') return value.startsWith('n-');
  if (name === 'class') return classes.test(value);
  if (name === 'src') return tagName === 'img' && value === 'waymark-asset:picture.png';
  return name !== 'href' || /^(?:https?:\/\/|mailto:|#n-)/.test(value);
}
