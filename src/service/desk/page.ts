import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { User } from './users.ts';

// The markup that all pages of the desk share: the frame, lists, forms and their fields.

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;
export type Content = Html | string | number | null | undefined | false | readonly Content[];

export interface Page {
  title: string;
  main: Content;
  status?: ContentfulStatusCode;
  /** Whether the page has a secret, so that browsers must not store it. */
  isSecret?: boolean;
}

/** What a form sends, or what fills it. */
export type Values = Readonly<Record<string, readonly string[]>>;
/** Problems by name of the field. */
export type Problems = Readonly<Record<string, string>>;

const links = [
  ['/desk/', 'Releases'],
  ['/desk/keys', 'Keys'],
  ['/desk/users', 'Users'],
  ['/desk/log', 'Log'],
  ['/desk/you', 'You'],
] as const;

/** A whole page. `path` is its address, which the navigation marks. */
export function frame(
  { title, main }: Page,
  { user, path, name }: { user: User | undefined; path: string; name: string },
): Html {
  const isHere = (to: string) => (to === '/desk/' ? path === to : path.startsWith(to));
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · ${name}</title>
<link rel="stylesheet" href="/desk/look.css">
<link rel="icon" href="data:,">
<script src="/desk/desk.js" defer></script>
<body class="wide">
<a class="skip" href="#main">Skip to the content</a>
<header class="site-header"><a class="site-name" href="/desk/">${name}</a>
${user && html`<nav aria-label="Desk">${links.map(([to, text]) => html`<a href="${to}"${isHere(to) && html` aria-current="page"`}>${text}</a> `)}</nav>`}</header>
<main id="main" tabindex="-1"><h1 class="page-title">${title}</h1>
${main as Html}
</main>
</body>
</html>
`;
}

/** A table that becomes a list of blocks on small screens. */
export function list(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Content[])[],
): Html {
  if (rows.length === 0) return html`<p class="empty">${caption}: none.</p>`;
  return html`<table class="list"><caption>${caption}</caption>
<thead><tr>${columns.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell, at) => html`<td data-label="${columns[at]}">${cell as Html}</td>`)}</tr>`)}</tbody></table>`;
}

export interface Field {
  name: string;
  label: string;
  /** The type of an `input`, or another kind of control. */
  kind?:
    | 'text'
    | 'search'
    | 'date'
    | 'datetime-local'
    | 'file'
    | 'textarea'
    | 'select'
    | 'check'
    | 'checks';
  hint?: Content;
  options?: readonly (readonly [value: string, text: string])[];
  rows?: number;
  /** Further attributes. */
  attributes?: Record<string, string>;
}

/** A field with its label, hint and problem. */
export function field(
  { name, label, kind = 'text', hint, options = [], rows = 3, attributes = {} }: Field,
  values: Values = {},
  problems: Problems = {},
): Html {
  const problem = problems[name];
  const all = values[name] ?? [];
  const [value = ''] = all;
  const notes = [hint ? `${name}-hint` : '', problem ? `${name}-problem` : ''].join(' ').trim();
  const more = { ...attributes, ...(notes && { 'aria-describedby': notes }) };
  const invalid = problem ? { 'aria-invalid': 'true' } : {};
  const named = html`name="${name}" id="${name}"${attributesOf({ ...more, ...invalid })}`;
  const below = html`${hint && html`<small id="${name}-hint">${hint as Html}</small>`}${problem && html`<strong class="problem" id="${name}-problem">${problem}</strong>`}`;
  if (kind === 'check')
    return html`<div class="field"><label><input type="checkbox" ${named} value="on"${all.length > 0 && html` checked`}> ${label}</label>${below}</div>`;
  if (kind === 'checks')
    return html`<fieldset class="field" id="${name}"${attributesOf(more)}><legend>${label}</legend>${options.map(([one, text]) => html`<label><input type="checkbox" name="${name}" value="${one}"${all.includes(one) && html` checked`}> ${text}</label>`)}${below}</fieldset>`;
  const control = {
    textarea: () => html`<textarea ${named} rows="${rows}">
${value}</textarea>`,
    select: () =>
      html`<select ${named}>${options.map(([one, text]) => html`<option value="${one}"${one === value && html` selected`}>${text}</option>`)}</select>`,
  };
  const input = () =>
    html`<input type="${kind}" ${named}${kind !== 'file' && html` value="${value}"`}>`;
  const made = kind === 'textarea' || kind === 'select' ? control[kind]() : input();
  return html`<div class="field"><label for="${name}">${label}</label>${made}${below}</div>`;
}

function attributesOf(all: Record<string, string>): Html[] {
  return Object.entries(all).map(([name, value]) => html` ${name}="${value}"`);
}

interface Form {
  action: string;
  main?: Content;
  /** Values that the user does not see. */
  hidden?: Values;
  button: string;
  method?: 'get' | 'post';
  isMultipart?: boolean;
  problems?: Problems;
  /** Further attributes, such as a key below which scripts keep what is typed. */
  attributes?: Record<string, string>;
}

/** A form. Its problems are also listed at its top, with links to their fields. */
export function form({ problems = {}, method = 'post', hidden = {}, ...rest }: Form): Html {
  const { action, main, button, isMultipart, attributes = {} } = rest;
  const found = Object.entries(problems);
  return html`<form method="${method}" action="${action}"${isMultipart && html` enctype="multipart/form-data"`}${attributesOf(attributes)}>
${found.length > 0 && html`<div class="problems" role="alert"><p>Nothing was changed:</p><ul>${found.map(([name, why]) => html`<li><a href="#${name}">${why}</a></li>`)}</ul></div>`}
${Object.entries(hidden).map(([name, all]) => all.map((value) => html`<input type="hidden" name="${name}" value="${value}">`))}
${main as Html}
<p class="buttons"><button name="do" value="">${button}</button></p></form>`;
}

/** A button that has to be confirmed, because its action cannot be undone. */
export function confirmed(summary: string, action: string, hidden: Values): Html {
  return html`<details class="confirm"><summary>${summary}</summary>${form({ action, hidden, button: `${summary}, yes` })}</details>`;
}

/** A time as text that is short and exact. */
export function time(instant: string | null | undefined): Html | string {
  if (!instant) return '';
  const text = `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
  return html`<time datetime="${instant}">${text}</time>`;
}
