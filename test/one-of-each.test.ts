import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Only {
  /** A pattern that a second implementation would match. */
  sign: RegExp;
  home: string;
  /** Files that match for another reason, with that reason. */
  also?: Record<string, string>;
}

/** Code that must exist only once and is imported everywhere else. */
const once: Record<string, Only> = {
  'the escapes of HTML': {
    sign: /&(?:amp|lt|gt|quot|apos|nbsp|#\d+|#x[\da-f]+);/i,
    home: 'src/site/base/html/escape-html.ts',
    also: {
      'src/site/feeds/formats/xml.ts': 'ends a CDATA section, which the package for XML leaves',
      'src/service/resources/referred-files.ts': 'reads addresses, and writes no HTML',
      'src/model/content/release-log.ts': 'compares prepared HTML, and writes none',
      'src/tools/announce/messages/slack.ts': 'writes Slack’s markup',
      'src/sources/markdown/raw-tags.ts': 'makes text of tags in Markdown, and keeps other tags',
      'src/sync/prepare/html/parse/plain-text.ts': 'keeps references, for the parser to read them',
    },
  },
  'the characters that XML forbids': {
    sign: /\\u\{?fffe/i,
    home: 'src/lib/text/text.ts',
    also: {
      'src/model/api/primitives.ts': 'asks what can be seen, which is less than what is allowed',
    },
  },
  'the spread of gaps': {
    sign: /\(1 \+ \w+(?:\(\))? \/ \d+\)/,
    home: 'src/lib/time/growing-gap.ts',
  },
  'the doubling of gaps': {
    sign: /2 \*\* (?!\d)|\bgap \*= |(?:\b2 \* |\*= )\w*(?:gap|delay|wait|pause|step)|(?:gap|delay|wait|pause|step)\w* \*=? 2\b/i,
    home: 'src/lib/time/growing-gap.ts',
  },
  'a fraction of a digest': {
    sign: /2 \*\* 32/,
    home: 'src/lib/digest.ts',
    also: { 'bench/support/generate.ts': 'of a random number' },
  },
  'a digest of bytes': {
    sign: /\b(?:createHash|hash)\('sha/,
    home: 'src/lib/digest.ts',
    also: {
      'src/model/content/release-log.ts': 'of a layer without lib',
      'src/site/shell/head/inline.ts': 'in base64, as policies have it, and of a layer without lib',
      'src/site/base/cache-key.ts': 'of a layer without lib',
      'src/site/releases/changes.ts': 'of a layer without lib',
      'src/features/search/write/segment-files.ts': 'of a layer without lib',
      'src/features/upgrade/upgrade-changes.ts': 'of a layer without lib',
      'src/publish/generations/file-index.ts': 'of a stream',
    },
  },
  'the signature of Standard Webhooks': {
    sign: /createHmac\(/,
    home: 'src/lib/http/standard-webhooks.ts',
    also: { 'src/lib/http/hmac-signature.ts': 'another scheme: hex, of the body alone' },
  },
  'a list of addresses and their ranges': {
    sign: /new BlockList\b|\.addSubnet\(/,
    home: 'src/lib/http/address-list.ts',
  },
  'whether a file is missing': { sign: /'ENOENT'/, home: 'src/lib/files/missing.ts' },
  'passing over what is missing': {
    sign: /if \((?:!isMissing\(\w+\)\) throw|isMissing\((\w+)\)\) return(?: undefined| \[\]| false)?;\s*throw \1)/,
    home: 'src/lib/files/missing.ts',
  },
  'the query of a list': {
    sign: /new URLSearchParams\(/,
    home: 'src/site/base/query-state.ts',
  },
  'the forms of a count': {
    sign: /Intl\.PluralRules\(/,
    home: 'src/site/base/strings/counted.ts',
    also: { 'src/site/roadmap/days-unchanged.ts': 'runs inline, before any module' },
  },
  'the language of the page': {
    sign: /documentElement\.lang\b/,
    home: 'src/site/shell/page-language.ts',
  },
};

const sources = globSync('{src,scripts,bench}/**/*.{ts,astro}')
  .sort()
  .map((file) => ({ file, code: withoutComments(readFileSync(file, 'utf8')) }));

describe.each(Object.entries(once))('%s', (_, { sign, home, also = {} }) => {
  const holders = sources.filter(({ code }) => sign.test(code)).map(({ file }) => file);

  test('is implemented in one file only', () => {
    expect(holders.filter((file) => file !== home && !(file in also))).toEqual([]);
  });

  test('is in the listed file, and every listed exception still matches', () => {
    expect(holders).toEqual(expect.arrayContaining([home, ...Object.keys(also)]));
  });
});

function withoutComments(text: string): string {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
}
