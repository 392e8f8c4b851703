import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { User } from '../keys/users.ts';

// The markup that all pages of the desk share: the frame, lists, forms and their fields.

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;
export type Content = Html | string | number | null | undefined | false | readonly Content[];

export interface Page {
  title: string;
  main: Content;
  /** By default 200, or 422 if there are problems. */
  status?: ContentfulStatusCode | undefined;
  problems?: Problems;
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
  ['/desk/more', 'More'],
  ['/desk/users', 'Users'],
  ['/desk/you', 'You'],
] as const;

/** A whole page, with links to its problems. `path` is its address, which the navigation marks. */
export function frame(
  { title, main, problems = {} }: Page,
  { user, path, name }: { user: User | undefined; path: string; name: string },
): Html {
  const found = Object.entries(problems);
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
${found.length > 0 && html`<div class="problems" role="alert"><p>Nothing was changed:</p><ul>${found.map(([name, why]) => html`<li><a href="#${name}">${why}</a></li>`)}</ul></div>`}
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
  /** `check` is one box, `checks` a group; `textarea` and `select` are elements; else a type of input. */
  kind?: string;
  hint?: Content;
  options?: readonly (readonly [value: string, text: string])[];
  /** Further attributes. */
  attributes?: Record<string, string>;
}

/** Fields with their labels, hints and problems. */
export function fill(fields: readonly Field[], values: Values, problems: Problems = {}): Html[] {
  return fields.map((one) => field(one, values[one.name] ?? [], problems[one.name]));
}

function field(one: Field, values: readonly string[], problem: string | undefined): Html {
  const { name, label, kind, hint, options = [] } = one;
  const notes = [hint ? `${name}-hint` : '', problem ? `${name}-problem` : ''].join(' ').trim();
  const attributes = {
    ...{ ...one.attributes, id: name },
    ...(notes && { 'aria-describedby': notes }),
    ...(problem && kind !== 'checks' && { 'aria-invalid': 'true' }),
  };
  const below = html`${hint && html`<small id="${name}-hint">${hint as Html}</small>`}${problem && html`<strong class="problem" id="${name}-problem">${problem}</strong>`}`;
  const box = (value: string, text: string, more = {}) =>
    html`<label><input type="checkbox" name="${name}" value="${value}"${attributesOf(more)}${values.includes(value) && html` checked`}> ${text}</label>`;
  if (kind === 'check')
    return html`<div class="field">${box('on', label, attributes)}${below}</div>`;
  if (kind === 'checks')
    return html`<fieldset class="field choices"${attributesOf(attributes)}><legend>${label}</legend>${options.map(([value, text]) => box(value, text))}${below}</fieldset>`;
  return html`<div class="field"><label for="${name}">${label}</label>${control({ ...one, attributes }, values[0])}${below}</div>`;
}

/** The element of a field, without its label. */
export function control(
  { name, kind = 'text', options = [], attributes = {} }: Omit<Field, 'label'>,
  value = '',
): Html {
  const named = html`name="${name}"${attributesOf(attributes)}`;
  // A line break at the start of a `textarea` is ignored by browsers, so one is added.
  if (kind === 'textarea') return html`<textarea ${named}>${raw('\n')}${value}</textarea>`;
  if (kind !== 'select')
    return html`<input type="${kind}" ${named}${kind !== 'file' && html` value="${value}"`}>`;
  return html`<select ${named}>${options.map(([one, text]) => html`<option value="${one}"${one === value && html` selected`}>${text}</option>`)}</select>`;
}

function attributesOf(all: Record<string, string>): Html[] {
  return Object.entries(all).map(([name, value]) => html` ${name}="${value}"`);
}

interface Form {
  /** Values that the user does not see. */
  hidden?: Values;
  /** Further attributes, such as `enctype`. */
  attributes?: Record<string, string>;
}

/** A form; without a `button`, its content has some. */
export function form(action: string, button: Content, main: Content = '', about: Form = {}): Html {
  const { hidden = {}, attributes = {} } = about;
  return html`<form action="${action}"${attributesOf({ method: 'post', ...attributes })}>
${Object.entries(hidden).map(([name, all]) => all.map((value) => html`<input type="hidden" name="${name}" value="${value}">`))}
${main as Html}
${button !== '' && html`<p class="buttons"><button name="do" value="">${button as Html}</button></p>`}</form>`;
}

/** A button that has to be confirmed, because its action cannot be undone. */
export function confirmed(summary: string, action: string, hidden: Values): Html {
  return html`<details class="confirm"><summary>${summary}</summary>${form(action, `${summary}, yes`, '', { hidden })}</details>`;
}

/** The address of a release's form. */
export function addressOf(id: string): string {
  return `/desk/releases/${encodeURIComponent(id)}`;
}

/** A time as text that is short and exact. */
export function time(instant: string | null | undefined): Html | string {
  if (!instant) return '';
  const text = `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
  return html`<time datetime="${instant}">${text}</time>`;
}
