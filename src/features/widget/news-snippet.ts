import { escapeAttribute, escapeText } from '../../site/base/html/escape-html.ts';

/** The two lines that put the news onto a page of another site: the script, and where they stand. */
export function newsSnippet(script: string, home: string, title: string): string[] {
  return [
    `<script type="module" src="${escapeAttribute(script)}"></script>`,
    `<waymark-news><a href="${escapeAttribute(home)}">${escapeText(title)}</a></waymark-news>`,
  ];
}

/** What a page's policy (CSP) has to allow for them: the script, and where it reads the news. */
export function newsPolicy(script: string): string[] {
  const { origin } = new URL(script);
  return [`script-src ${origin}`, `connect-src ${origin}`];
}
