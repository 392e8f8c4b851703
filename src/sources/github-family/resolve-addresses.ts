import { gitHubLinks, type Repository } from '../markdown/repository-links.ts';
import type { PastText } from '../past/past-release.ts';

/**
 * Resolves relative addresses in the texts of a release as its forge does in the files of its tag:
 * links lead to the pages of files, and pictures to the files.
 * @param text HTML as the sanitiser writes it: attributes have double quotes, and "<" only starts
 * tags
 * @param tag by default, the files are those of the default branch
 */
export function resolveAddresses(
  text: PastText,
  { host, name, links: { files } = gitHubLinks }: Repository,
  tag?: string,
): PastText {
  const segments = tag?.toWellFormed().split('/').map(encodeURIComponent).join('/');
  const ref = segments === undefined ? files.head : files.tag + segments;
  const addressOf = (kind: string) => `${host}/${name}/${kind}/${ref}/`;
  const bases = new Map([
    ['a', addressOf(files.page)],
    ...['img', 'video', 'audio'].map((name) => [name, addressOf('raw')] as const),
  ]);
  const resolve = (html: string) =>
    html.replace(startTag, (whole: string, tag: string) => {
      const base = bases.get(tag);
      if (base === undefined) return whole;
      return whole.replace(attribute, (same: string, name: string, value: string) =>
        isRelative(name, value)
          ? ` ${name}="${files.uploads?.test(value) ? `${host}/` : base}${value.replace(/^(?:\.?\/)+/, '')}"`
          : same,
      );
    });
  return {
    body: resolve(text.body),
    changes: text.changes.map((change) => ({ ...change, content: resolve(change.content) })),
  };
}

const startTag = /<([a-z][a-z\d]*)[^">]*(?:"[^"]*"[^">]*)*>/g;
const attribute = / ([a-z]+)="([^"]*)"/g;

/** Addresses of other hosts and of parts of the page are not relative. */
function isRelative(name: string, value: string): boolean {
  if (name !== 'href' && name !== 'src') return false;
  return !/^(?:$|[#?]|[/\\]{2}|[a-z][a-z\d+.-]*:)/i.test(value);
}
