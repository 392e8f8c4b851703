import sax from 'sax';
import { dropForbidden } from '../../lib/text/text.ts';

/** Why a feed, a sitemap or another machine-readable file is malformed; undefined if it is not. */
export function whyMalformed(path: string, text: string): string | undefined {
  const check = checks[path.slice(path.lastIndexOf('.') + 1)];
  try {
    check?.(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

/** Whether `whyMalformed` can check files with this name. */
export function isCheckable(path: string): boolean {
  return path.slice(path.lastIndexOf('.') + 1) in checks;
}

const checks: Record<string, (text: string) => void> = {
  xml: parseXml,
  json: JSON.parse,
  webmanifest: JSON.parse,
};

const strict: sax.SAXOptions & { strictEntities: boolean } = {
  // Allows only the five predefined entities of XML. The type definitions of sax lack the option.
  strictEntities: true,
  // Counting lines and columns takes a quarter of the time.
  position: false,
};

function parseXml(text: string): void {
  if (dropForbidden(text) !== text) throw new Error('a character that XML forbids');
  const parser = sax.parser(true, strict);
  parser.onerror = (error) => {
    throw error;
  };
  let elements = 0;
  parser.onopentagstart = () => {
    elements += 1;
  };
  parser.write(text).close();
  if (elements === 0) throw new Error('no element in it');
}
