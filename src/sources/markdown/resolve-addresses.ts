import type { Sanitise } from '../past/past-release.ts';
import { gitHubLinks, type Repository } from './repository-links.ts';

/** The text that has the relative addresses. */
export interface Place {
  /** By default, the files are those of the default branch. */
  tag?: string;
  /** Path of the text's folder, if the text is a file and not at the root. */
  folder?: string | undefined;
}

/** A sanitiser that also resolves relative addresses, if a repository is given. */
export function withAddresses(
  sanitise: Sanitise,
  repository?: Repository,
  place?: Place,
): Sanitise {
  if (!repository) return sanitise;
  const resolve = addressResolver(repository, place);
  return (html, refused) => resolve(sanitise(html, refused));
}

/**
 * Returns a function that resolves relative addresses as the forge of a repository does: links lead
 * to the pages of files, and pictures to the files. Its HTML is as the sanitiser writes it:
 * attributes have double quotes, and "<" only starts tags.
 */
export function addressResolver(
  { host, name, links: { files } = gitHubLinks }: Repository,
  { tag, folder = '.' }: Place = {},
): (html: string) => string {
  const ref = tag === undefined ? files.head : files.tag + inAddress(tag);
  const below = folder === '.' ? '' : `${inAddress(folder)}/`;
  const addressOf = (kind: string) => `${host}/${name}/${kind}/${ref}/`;
  const bases = new Map([
    ['a', addressOf(files.page)],
    ...['img', 'video', 'audio'].map((name) => [name, addressOf('raw')] as const),
  ]);
  return (html) =>
    html.replace(startTag, (whole: string, tag: string) => {
      const base = bases.get(tag);
      if (base === undefined) return whole;
      return whole.replace(attribute, (same: string, name: string, value: string) => {
        if (!isRelative(name, value)) return same;
        const inRepository = value.startsWith('/') ? base : base + below;
        const start = files.uploads?.test(value) ? `${host}/` : inRepository;
        return ` ${name}="${start}${value.replace(/^(?:\.?\/)+/, '')}"`;
      });
    });
}

function inAddress(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

const startTag = /<([a-z][a-z\d]*)[^">]*(?:"[^"]*"[^">]*)*>/g;
const attribute = / ([a-z]+)="([^"]*)"/g;

/** Addresses of other hosts and of parts of the page are not relative. */
function isRelative(name: string, value: string): boolean {
  if (name !== 'href' && name !== 'src') return false;
  return !/^(?:$|[#?]|[/\\]{2}|[a-z][a-z\d+.-]*:)/i.test(value);
}
