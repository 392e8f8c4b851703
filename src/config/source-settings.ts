import { z } from 'zod';
import { apiBase, type Definition, token } from './setting-schemas.ts';

/** Settings of the sources in `sources.yaml`: all are read when a source is opened. */
export const sourceSettings = {
  SOURCES: {
    schema: z.string().min(1).optional(),
    expected: 'the file that lists the sources of releases',
    example: 'sources.yaml',
  },
  GITHUB_TOKEN: {
    schema: token().optional(),
    expected: 'a token of GitHub, without spaces',
    example: 'github_pat_11AAAAAAA0123456789',
    secret: true,
  },
  GITHUB_API_URL: {
    schema: z.string().transform(apiBase).default('https://api.github.com'),
    expected: "the https:// address of GitHub's API, or of your GitHub Enterprise Server's",
    example: 'https://github.example.com/api/v3',
  },
  FORGEJO_TOKEN: {
    schema: token().optional(),
    expected: 'a token of Forgejo or Gitea, without spaces',
    example: '0123456789abcdef0123456789abcdef01234567',
    secret: true,
  },
} satisfies Record<string, Definition>;

/**
 * Whether a variable has a token of a source: a setting above, or one that `token` in `sources.yaml`
 * names, such as `FORGEJO_TOKEN_OTHER`.
 * @param tokens the settings of the source's kind
 */
export function isSourceToken(name: string, tokens: readonly string[] = tokenSettings): boolean {
  return tokens.some((token) => new RegExp(`^${token}(?:_[A-Z0-9_]+)?$`).test(name));
}

const tokenSettings = Object.keys(sourceSettings).filter((name) => name.endsWith('_TOKEN'));

/** The kind of a source in `sources.yaml`, such as `github`, which is the first key of its schema. */
export function kindOf(entry: object): string {
  return Object.keys(entry)[0] ?? '';
}
