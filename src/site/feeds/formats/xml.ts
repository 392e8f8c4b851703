import type { Element } from 'xast';
import { toXml } from 'xast-util-to-xml';
import { paths, type Urls } from '../../base/urls.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** Writes an element as a document, with each child on its own line. */
export function xmlDocument(root: Element): string {
  const children = root.children.flatMap((child) => [
    { type: 'text' as const, value: '\n' },
    child,
  ]);
  const xml = toXml({ ...root, children }, { closeEmptyElements: true, tightClose: true });
  // The package does not escape `]]>`, which XML forbids in text.
  return `${declaration}\n${xml.replaceAll(']]>', ']]&gt;')}\n`;
}

/**
 * Links the style sheet that makes a feed readable in a browser. The style sheet is CSS, because
 * browsers are removing XSLT.
 */
export function withSheet(xml: string, urls: Urls): string {
  const sheet = `<?xml-stylesheet type="text/css" href="${urls.href(paths.feedSheet())}"?>`;
  return xml.replace(/^(<\?xml [^>]*>)\n?/, `$1\n${sheet}\n`);
}
