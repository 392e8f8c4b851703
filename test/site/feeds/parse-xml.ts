import sax from 'sax';

/** One element of an XML document; `text` is all the text in it, CDATA sections included. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

/** Reads an XML document. @throws when it is not well-formed */
export function parseXml(xml: string): XmlElement {
  const open: XmlElement[] = [{ name: '', attributes: {}, children: [], text: '' }];
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    // Always strings, because the parser is not set to separate namespaces.
    const named = attributes as Record<string, string>;
    const element = { name, attributes: named, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  parser.onclosetag = () => {
    const { text = '' } = open.pop() ?? {};
    addText(text);
  };
  const addText = (text: string) => {
    const parent = open.at(-1);
    if (parent) parent.text += text;
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.write(xml).close();
  const [root] = open[0]?.children ?? [];
  if (!root) throw new Error('no element');
  return root;
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).filter((child) => child.name === name);
}

/** The text of the first child with this name. */
export function textOf(element: XmlElement | undefined, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text;
}
