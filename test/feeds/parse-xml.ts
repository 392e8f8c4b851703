import { createRequire } from 'node:module';

/** One element of an XML document; `text` is all the text in it, CDATA sections included. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

interface SaxParser {
  onerror: (error: Error) => void;
  onopentag: (tag: { name: string; attributes: Record<string, string> }) => void;
  onclosetag: () => void;
  ontext: (text: string) => void;
  oncdata: (text: string) => void;
  write(xml: string): SaxParser;
  close(): void;
}

// The strict parser that the sitemap package itself is read with.
const require = createRequire(import.meta.resolve('sitemap'));
const { parser }: { parser(strict: boolean): SaxParser } = require('sax');

/** Reads an XML document. @throws when it is not well-formed */
export function parseXml(xml: string): XmlElement {
  const open: XmlElement[] = [{ name: '', attributes: {}, children: [], text: '' }];
  const sax = parser(true);
  sax.onerror = (error) => {
    throw error;
  };
  sax.onopentag = ({ name, attributes }) => {
    const element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  sax.onclosetag = () => {
    const { text = '' } = open.pop() ?? {};
    addText(text);
  };
  const addText = (text: string) => {
    const parent = open.at(-1);
    if (parent) parent.text += text;
  };
  sax.ontext = addText;
  sax.oncdata = addText;
  sax.write(xml).close();
  const [root] = open[0]?.children ?? [];
  if (!root) throw new Error('no element');
  return root;
}

/** The children of this name. */
export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).filter((child) => child.name === name);
}

/** The text of the only child of this name. */
export function textOf(element: XmlElement | undefined, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text;
}
