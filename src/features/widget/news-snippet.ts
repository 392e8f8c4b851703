import { escapeAttribute, escapeText } from '../../site/base/html/escape-html.ts';

/** The two lines of HTML to add to a page of another site: the script and the element. */
export function newsSnippet(script: string, home: string, title: string): string[] {
  return [
    `<script type="module" src="${escapeAttribute(script)}"></script>`,
    `<waymark-news><a href="${escapeAttribute(home)}">${escapeText(title)}</a></waymark-news>`,
  ];
}

/** Sources that the content security policy of the embedding page must allow. */
export function newsPolicy(script: string): string[] {
  const { origin } = new URL(script);
  return [`script-src ${origin}`, `connect-src ${origin}`];
}
