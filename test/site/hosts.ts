import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllHeaders } from '@netlify/headers-parser';
import { tempFolder } from '../support/temp-folder.ts';

/** A rule of a `_headers` file, as a host reads it. */
interface Rule {
  matches: RegExp;
  headers: [name: string, value: string][];
}

/** How each host reads the file. */
export const hosts: Record<string, (file: string) => Promise<Rule[]>> = {
  Netlify: async (file) => {
    await using folder = await tempFolder();
    const path = join(folder.path, '_headers');
    await writeFile(path, file);
    const read = { headersFiles: [path], configHeaders: [], minimal: false };
    const { headers, errors } = await parseAllHeaders(read);
    if (errors.length > 0) throw new AggregateError(errors, 'Netlify cannot read it');
    return headers.flatMap((rule) =>
      'forRegExp' in rule ? { matches: rule.forRegExp, headers: Object.entries(rule.values) } : [],
    );
  },
  // Allows one star, which matches anything, and placeholders, which match anything but a slash.
  Cloudflare: async (file) =>
    file.split(/\n(?=\/)/).map((block) => {
      const [pattern = '', ...lines] = block.trim().split('\n');
      if (pattern.split('*').length > 2) throw new Error(`Cloudflare drops ${pattern}`);
      const source = pattern
        .split(/(\*|:[A-Za-z]\w*)/)
        .map((part) =>
          part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replaceAll('.', '\\.'),
        )
        .join('');
      const headers = lines.map((line) => line.trim().split(/: (.*)/, 2) as [string, string]);
      return { matches: new RegExp(`^${source}$`), headers };
    }),
};

/** The values sent with a path, by header name. Hosts join several values with commas. */
export function sentWith(path: string, rules: readonly Rule[]): Map<string, string[]> {
  const all = rules.flatMap(({ matches, headers }) => (matches.test(path) ? headers : []));
  const byName = Map.groupBy(all, ([name]) => name.toLowerCase());
  return new Map(Array.from(byName, ([name, sent]) => [name, sent.map(([, value]) => value)]));
}
