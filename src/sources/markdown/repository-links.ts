import type { StateCore, Token } from 'markdown-it';
import { decodePath } from '../../lib/text/text.ts';

/** A repository on a forge such as GitHub. */
export interface Repository {
  /** Start of the addresses of pages, such as `https://github.com`. */
  host: string;
  /** Owner and name, such as `acme/board`. */
  name: string;
  /** By default, those of GitHub. */
  links?: ForgeLinks | undefined;
}

/** How a forge writes references and addresses. */
export interface ForgeLinks {
  /** Matches a reference. */
  reference: RegExp;
  /** Matches the path of an issue, a commit or a comparison. */
  address: RegExp;
  /** Number of digits of a short hash. */
  hashLength: number;
  /**
   * Parts of the addresses of files: for their pages, at a tag, and on the default branch. `uploads`
   * matches relative addresses of files that are in no repository, but below the host.
   */
  files: { page: string; tag: string; head: string; uploads?: RegExp };
}

/**
 * Links what the forge links in texts of a repository, such as `#12`, `owner/name#12`, `@person` and
 * commits. Addresses of issues, commits and
 * comparisons on the host get their short form. Other links and e-mail addresses stay as they are.
 * @param link the start of the link around the text
 */
export function linkReferences(
  text: Token,
  link: Token | undefined,
  repository: Repository,
  TokenType: StateCore['Token'],
): Token | Token[] {
  const { content } = text;
  if (link) shorten(text, link, repository);
  const found = link ? [] : referencesIn(content, repository);
  if (found.length === 0) return text;
  const create = (type: string, tag: string, nesting: -1 | 0 | 1, fields: Partial<Token> = {}) =>
    Object.assign(new TokenType(type, tag, nesting), fields);
  const parts: Token[] = [];
  let from = 0;
  for (const { start, end, path, text, commit } of found) {
    parts.push(create('text', '', 0, { content: content.slice(from, start) }));
    parts.push(create('link_open', 'a', 1, { attrs: [['href', `${repository.host}/${path}`]] }));
    parts.push(create('text', '', 0, { content: text }));
    if (commit !== '') parts.push(create('code_inline', 'code', 0, { content: commit }));
    parts.push(create('link_close', 'a', -1));
    from = end;
  }
  parts.push(create('text', '', 0, { content: content.slice(from) }));
  return parts;
}

// Names follow GitHub's rules. All lengths are limited, so that a search takes linear time.
const repo = '[\\w-]{1,39}/(?!\\.{1,2}[#@])[\\w.-]{1,100}';
const number = '(?<issue>[1-9]\\d{0,9})(?!\\w)';
// A number or a word alone is no commit.
const commit = '(?<hash>(?=\\d*[a-f])(?=[a-f]*\\d)[\\da-f]{7,40})(?![\\w/@-]|\\.\\w)';

/**
 * The pattern of a forge's references.
 * @param marks pattern of the marks before a number
 * @param bot pattern of the end of an app's name
 * @param others pattern of other references
 */
export function referencePattern(marks: string, bot: string, others = '(?!)'): RegExp {
  // `@scope/name`, `@Input()` and `@example.com` are no persons.
  const person = `@(?<login>[A-Za-z\\d](?:[-_]?[A-Za-z\\d]){0,38})${bot}(?![\\w/@(-]|\\.\\w)`;
  return new RegExp(
    `(?<![\\w/.@#&=+%~-])(?:(?<place>${repo})?(?<mark>${marks})${number}|${others}|${person}|(?<!:)(?:(?<commitRepo>${repo})@)?${commit})`,
    'g',
  );
}

/** GitHub Docs, "Autolinked references and URLs". */
export const gitHubLinks: ForgeLinks = {
  reference: referencePattern('#', '(?<bot>\\[bot\\])?', `(?:GH|gh)-${number}`),
  address:
    /^\/([\w-]{1,39}\/[\w.-]{1,100})\/(?:(?:issues|pull|discussions)\/(\d{1,10})(#[\w-]{1,100})?|commit\/([\da-f]{7,40})|compare\/([^?#]{1,300}\.{2,3}[^?#]{1,300}))$/,
  hashLength: 7,
  files: { page: 'blob', tag: '', head: 'HEAD' },
};

/** @returns `path`: path on the host. `commit`: the short hash after the text, shown as code */
function referencesIn(text: string, { name, links = gitHubLinks }: Repository) {
  return Array.from(text.matchAll(links.reference), (found) => {
    const [whole] = found;
    const { place, mark, issue, login, bot, commitRepo, hash = '' } = found.groups ?? {};
    const at = { start: found.index, end: found.index + whole.length, text: whole, commit: '' };
    if (login !== undefined) return { ...at, path: bot ? `apps/${login}` : login };
    if (issue !== undefined)
      return { ...at, path: `${place ?? name}/${mark === '!' ? 'pulls' : 'issues'}/${issue}` };
    return {
      ...at,
      path: `${commitRepo ?? name}/commit/${hash}`,
      text: commitRepo === undefined ? '' : `${commitRepo}@`,
      commit: hash.slice(0, links.hashLength),
    };
  });
}

/** Gives a text that is its own address the short form of that address. */
function shorten(token: Token, link: Token, { host, name, links = gitHubLinks }: Repository): void {
  const href = String(link.attrGet('href') ?? '');
  if (!href.startsWith(`${host}/`) || (link.info !== 'auto' && token.content !== href)) return;
  const path = href.slice(host.length);
  const [, repo = '', issue, comment, hash, range] = links.address.exec(path) ?? [];
  const where = repo === name ? '' : repo;
  if (issue !== undefined) token.content = `${where}#${issue}${comment ? ' (comment)' : ''}`;
  const short = (text: string) => text.slice(0, links.hashLength);
  const code = (hash && short(hash)) ?? (range && decodePath(range).replace(fullHash, short));
  if (code === undefined) return;
  token.content = where === '' ? code : `${where}@${code}`;
  token.type = 'code_inline';
  token.tag = 'code';
}

const fullHash = /\b[\da-f]{40}\b/g;

/** The repository to which a page of a release, a milestone or an issue belongs. Undefined for any other address. */
export function repositoryOfPage(page: string | null | undefined, links?: ForgeLinks) {
  const { protocol = '', origin = '', pathname = '' } = URL.parse(page ?? '') ?? {};
  // The forge may be below a path.
  const [, below, name] =
    /^(.{0,200}?)\/([\w.-]{1,100}\/[\w.-]{1,100})\/(?:releases|milestone|issues)\//.exec(
      pathname,
    ) ?? [];
  if (!/^https?:$/.test(protocol) || name === undefined) return undefined;
  return { host: `${origin}${below}`, name, ...(links && { links }) };
}

/** The repository of this name on the host that has an API at this address. */
export function repositoryAt(api: string, name: string): Repository {
  const { protocol, host } = new URL(api);
  return { host: `${protocol}//${host.replace(/^api\./, '')}`, name };
}
