import { escapeAttribute, escapeText } from '../../site/base/html/escape-html.ts';

/** The two lines of HTML for a page of another site: script and element. */
export function newsSnippet(script: string, home: string, title: string): string[] {
  return [
    `<script type="module" src="${escapeAttribute(script)}"></script>`,
    `<waymark-news><a href="${escapeAttribute(home)}">${escapeText(title)}</a></waymark-news>`,
  ];
}

/** Sources that a page's content security policy has to allow. */
export function newsPolicy(script: string): string[] {
  const { origin } = new URL(script);
  return [`script-src ${origin}`, `connect-src ${origin}`];
}
