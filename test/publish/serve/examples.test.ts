import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headersFile } from '../../../src/site/headers.ts';
import { createUrls } from '../../../src/site/urls.ts';

const guide = readFileSync('docs/serving.md', 'utf8');
const headers = [
  ...headersFile(createUrls('https://site.example', '/')).matchAll(/^ {2}(.+?): (.+)$/gm),
];

test.each(['nginx', 'caddy'])(
  'the example for %s sends every header that the site asks for',
  (server) => {
    const [, example = ''] = guide.split(`\`\`\`${server}\n`);
    const [configuration = ''] = example.split('```');
    for (const [, name = '', value = ''] of headers) {
      expect(configuration).toContain(name);
      expect(configuration).toContain(value);
    }
  },
);
