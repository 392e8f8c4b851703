import {
  alertClass,
  alertKinds,
  allChangesMark,
  assetScheme,
  labelScheme,
  untitledVideoClass,
} from '../../../model/content/content.ts';
import type { Strings } from '../strings/shape.ts';
import { paths, type Urls } from '../urls.ts';

/**
 * Replaces the placeholders of a prepared body with addresses of mirrored files and words in the
 * site's language. Each alert gets the word for its kind.
 * @param address `urls.href` on pages, `urls.absolute` in feeds
 */
export function finishBody(
  html: string,
  address: Urls['href'],
  strings: Pick<Strings, 'code' | 'table' | 'video' | 'tasks' | 'alerts' | 'allChanges'>,
): string {
  const { code, table, video, tasks, alerts } = strings;
  return html
    .replace(allChangesMark, () => allChangesTitle(strings))
    .replaceAll(`<img src="${assetScheme}`, () => `<img src="${address(paths.asset(''))}`)
    .replaceAll(`<a href="${assetScheme}`, () => `<a href="${address(paths.asset(''))}`)
    .replaceAll(`<pre aria-label="${labelScheme}code"`, () => `<pre aria-label="${code}"`)
    .replaceAll(`<div aria-label="${labelScheme}table"`, () => `<div aria-label="${table}"`)
    .replace(task, (_, name: keyof typeof tasks) => `<span aria-label="${tasks[name]}"`)
    .replace(
      alert,
      (start, kind: keyof typeof alerts) => `${start}<p><strong>${alerts[kind]}</strong></p>`,
    )
    .replace(untitledVideo, (_, provider) => video(provider));
}

const task = new RegExp(`<span aria-label="${labelScheme}(done|open)"`, 'g');
const alert = new RegExp(
  `<blockquote(?: [a-z]+="[^"]*")*? class="${alertClass(`(${alertKinds.join('|')})`)}"(?: [a-z]+="[^"]*")*>`,
  'g',
);
const untitledVideo = new RegExp(`<span class="${untitledVideoClass}">([^<]*)</span>`, 'g');

/** The heading below a text that somebody wrote. Headings in bodies have an id, so none is the same. */
export function allChangesTitle({ allChanges }: Pick<Strings, 'allChanges'>): string {
  return `<h2>${allChanges}</h2>`;
}

/**
 * Moves headings one level down, for pages with several bodies. Without this, bodies start at h2
 * and changes at h3.
 */
export function deepenHeadings(html: string): string {
  return html.replace(
    /<(\/?)h([2-5])(?=[\s>])/g,
    (_, slash, level) => `<${slash}h${Number(level) + 1}`,
  );
}
