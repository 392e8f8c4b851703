import type { StateCore, Token } from 'markdown-it';
import { plainTexts } from './plain-texts.ts';

/** A repository on GitHub or on a GitHub Enterprise Server. */
export interface Repository {
  /** Origin of the pages, such as `https://github.com`. */
  host: string;
  /** Owner and name, such as `acme/board`. */
  name: string;
}

/**
 * Links what GitHub links in texts of a repository (GitHub Docs, "Autolinked references and URLs"):
 * `#12`, `GH-12`, `owner/name#12`, `@person` and commits. Addresses of issues, commits and
 * comparisons on the host get their short form. Code, links and e-mail addresses stay as they are.
 * @returns the tokens of the paragraph with the links
 */
export function linkReferences(
  tokens: Token[],
  repository: Repository,
  TokenType: StateCore['Token'],
): Token[] {
  const linked = new Map<number, Token[]>();
  for (const { token, index, link } of plainTexts(tokens)) {
    if (link) shorten(token, link, repository);
    const found = link ? [] : referencesIn(token.content, repository);
    if (found.length > 0) linked.set(index, split(token.content, found, repository, TokenType));
  }
  return linked.size === 0 ? tokens : tokens.flatMap((token, at) => linked.get(at) ?? [token]);
}

/** Splits a text at its references, which become links. */
function split(
  content: string,
  found: readonly Reference[],
  { host }: Repository,
  TokenType: StateCore['Token'],
): Token[] {
  const create = (type: string, tag: string, nesting: -1 | 0 | 1, fields: Partial<Token> = {}) =>
    Object.assign(new TokenType(type, tag, nesting), fields);
  const parts: Token[] = [];
  let from = 0;
  for (const { start, end, path, text, commit } of found) {
    parts.push(create('text', '', 0, { content: content.slice(from, start) }));
    parts.push(create('link_open', 'a', 1, { attrs: [['href', `${host}/${path}`]] }));
    parts.push(create('text', '', 0, { content: text }));
    if (commit !== undefined) parts.push(create('code_inline', 'code', 0, { content: commit }));
    parts.push(create('link_close', 'a', -1));
    from = end;
  }
  parts.push(create('text', '', 0, { content: content.slice(from) }));
  return parts;
}

interface Reference {
  start: number;
  end: number;
  /** Path on the host. */
  path: string;
  text: string;
  /** The short hash after the text, which is shown as code. */
  commit?: string;
}

// Names follow GitHub's rules. All lengths are limited, so that a search takes linear time.
const repo = '([\\w-]{1,39}/(?!\\.{1,2}[#@])[\\w.-]{1,100})';
const number = '([1-9]\\d{0,9})(?!\\w)';
// `@scope/name`, `@Input()` and `@example.com` are no persons.
const person = '@([A-Za-z\\d](?:[-_]?[A-Za-z\\d]){0,38})(\\[bot\\])?(?![\\w/@(-]|\\.\\w)';
// A number or a word alone is no commit.
const commit = '((?=\\d*[a-f])(?=[a-f]*\\d)[\\da-f]{7,40})(?![\\w/@-]|\\.\\w)';
const reference = new RegExp(
  `(?<![\\w/.@#&=+%~-])(?:${repo}?#${number}|(?:GH|gh)-${number}|${person}|(?<!:)(?:${repo}@)?${commit})`,
  'g',
);

function referencesIn(text: string, { name }: Repository): Reference[] {
  return Array.from(text.matchAll(reference), (found) => {
    const [whole, issueRepo, issue, numbered, login, bot, commitRepo, hash] = found;
    const place = { start: found.index, end: found.index + whole.length, text: whole };
    if (login !== undefined) return { ...place, path: bot ? `apps/${login}` : login };
    if (hash === undefined)
      return { ...place, path: `${issueRepo ?? name}/issues/${issue ?? numbered}` };
    return {
      ...place,
      path: `${commitRepo ?? name}/commit/${hash}`,
      text: commitRepo === undefined ? '' : `${commitRepo}@`,
      commit: hash.slice(0, 7),
    };
  });
}

/** Gives a text that is its own address the short form of that address. */
function shorten(token: Token, link: Token, { host, name }: Repository): void {
  const href = String(link.attrGet('href') ?? '');
  if (!href.startsWith(`${host}/`) || (link.info !== 'auto' && token.content !== href)) return;
  const [, repo = '', issue, comment, hash, range] = address.exec(href.slice(host.length)) ?? [];
  const where = repo === name ? '' : repo;
  if (issue !== undefined) token.content = `${where}#${issue}${comment ? ' (comment)' : ''}`;
  const code = hash?.slice(0, 7) ?? (range && decode(range));
  if (code === undefined) return;
  token.content = where === '' ? code : `${where}@${code}`;
  token.type = 'code_inline';
  token.tag = 'code';
}

const address =
  /^\/([\w-]{1,39}\/[\w.-]{1,100})\/(?:(?:issues|pull|discussions)\/(\d{1,10})(#[\w-]{1,100})?|commit\/([\da-f]{7,40})|compare\/([^?#]{1,300}\.{2,3}[^?#]{1,300}))$/;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The repository to which a page of a release, a milestone or an issue belongs. Undefined for any other address. */
export function repositoryOfPage(page: string | null | undefined): Repository | undefined {
  const { protocol = '', origin = '', pathname = '' } = URL.parse(page ?? '') ?? {};
  const [, name] =
    /^\/([\w-]{1,39}\/[\w.-]{1,100})\/(?:releases|milestone|issues)\//.exec(pathname) ?? [];
  return /^https?:$/.test(protocol) && name !== undefined ? { host: origin, name } : undefined;
}

/** The repository of this name on the host that has an API at this address. */
export function repositoryAt(api: string, name: string): Repository {
  const { protocol, host } = new URL(api);
  return { host: `${protocol}//${host.replace(/^api\./, '')}`, name };
}
