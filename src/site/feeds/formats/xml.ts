import type { Element } from 'xast';
import { toXml } from 'xast-util-to-xml';
import { paths, type Urls } from '../../base/urls.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** A document of this element, with a line for each of its children. */
export function xmlDocument(root: Element): string {
  const children = root.children.flatMap((child) => [
    { type: 'text' as const, value: '\n' },
    child,
  ]);
  const xml = toXml({ ...root, children }, { closeEmptyElements: true, tightClose: true });
  // The package leaves the end of a CDATA section as it is, which may not stand in text either.
  return `${declaration}\n${xml.replaceAll(']]>', ']]&gt;')}\n`;
}

/**
 * A document of XML with the sheet that makes it readable where a browser opens it. A CSS one:
 * browsers are giving up XSLT.
 */
export function withSheet(xml: string, urls: Urls): string {
  const sheet = `<?xml-stylesheet type="text/css" href="${urls.href(paths.feedSheet())}"?>`;
  return xml.replace(/^(<\?xml [^>]*>)\n?/, `$1\n${sheet}\n`);
}
