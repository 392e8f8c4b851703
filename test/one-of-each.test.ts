import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Code that must exist only once and is imported everywhere else: a pattern that a second
 * implementation would match, and the file that has the first.
 */
const once: Record<string, [sign: RegExp, home: string]> = {
  'the spread of gaps': [/\(1 \+ \w+(?:\(\))? \/ \d+\)/, 'src/lib/time/growing-gap.ts'],
  'the doubling of gaps': [
    /2 \*\* (?!\d)|\bgap \*= |(?:\b2 \* |\*= )\w*(?:gap|delay|wait|pause|step)|(?:gap|delay|wait|pause|step)\w* \*=? 2\b/i,
    'src/lib/time/growing-gap.ts',
  ],
  'a fraction of a digest': [/2 \*\* 32/, 'src/lib/digest.ts'],
  'the signature of Standard Webhooks': [/`v1,\$/, 'src/lib/http/standard-webhooks.ts'],
  'a list of addresses and their ranges': [
    /new BlockList\b|\.addSubnet\(/,
    'src/lib/http/address-list.ts',
  ],
  'whether a file is missing': [/'ENOENT'/, 'src/lib/files/missing.ts'],
  'passing over what is missing': [
    /if \((?:!isMissing\(\w+\)\) throw|isMissing\((\w+)\)\) return(?: undefined| \[\]| false)?;\s*throw \1)/,
    'src/lib/files/missing.ts',
  ],
  'the query of a list': [/new URLSearchParams\(/, 'src/site/base/query-state.ts'],
  'the language of the page': [/documentElement\.lang\b/, 'src/site/shell/page-language.ts'],
};

const sources = globSync('{src,scripts}/**/*.{ts,astro}').map((file) => ({
  file,
  code: readFileSync(file, 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''),
}));

test.each(Object.entries(once))('%s is implemented in one file only', (_, [sign, home]) => {
  expect(sources.filter(({ code }) => sign.test(code)).map(({ file }) => file)).toEqual([home]);
});
