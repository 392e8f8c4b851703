import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type { Release } from '../../model/api/release.ts';
import type { UpdateRelease } from '../contract/requests.ts';
import { control, type Field, type Html, type Values } from './page.ts';
import type { Site } from './route.ts';

// The changes of a release as rows of its form.

type Changes = NonNullable<UpdateRelease['changes']>;
/** A row of the form. Its columns are sent as lists, such as `change_text`. */
type Row = readonly [id: string, type: string, text: string];

/** The rows that a form shows for changes. */
export function changeValues(changes: Changes): Values {
  const rows = changes.map(({ id = '', changeId, title, content }): Row => {
    return [id, changeId ?? `title:${title}`, textOf(content)];
  });
  return columnsOf(rows);
}

/**
 * Adds the new changes, and moves or removes one, as the button `what` says. New ones have the same
 * ids if the form is sent again.
 */
export function editRows(values: Values, what: string): Values {
  const rows = rowsOf(values, 'change');
  const [, action, number] = /^(up|down|remove)-(\d{1,4})$/.exec(what) ?? [];
  const at = Number(number);
  const moved = action ? rows.splice(at, 1) : [];
  if (action !== 'remove') rows.splice(Math.max(0, action === 'up' ? at - 1 : at + 1), 0, ...moved);
  const news = rowsOf(values, 'added').flatMap(([id, type, typed]) => {
    const lines = typed
      .split('\n')
      .map((one) => one.replace(/^\s*(?:[-*+•]|\d+[.)])?\s*/, '').trimEnd());
    return lines.filter(Boolean).map((line, n): Row => [`${id}-${n}`, type, line]);
  });
  return { ...values, ...columnsOf([...rows, ...news]) };
}

/** A row for each change, and boxes for new ones of each type. */
export function changeRows(
  types: readonly { id: string; title: string }[],
  values: Values,
  { prose, action }: { prose: Record<string, string>; action: string },
): Html {
  const button = (what: string, text: string, label = text) =>
    html`<button name="do" value="${what}" formaction="${action}#changes" aria-label="${label}">${text}</button>`;
  const box = (name: string, label: string, text: string) =>
    cell(name, label, text, { kind: 'textarea', attributes: prose });
  const own = types.map(({ id, title }) => [id, title] as const);
  const rows = rowsOf(values, 'change').map(([id, type, text], at) => {
    const name = `change ${at + 1}`;
    const buttons = ['Up', 'Down', 'Remove'].map((one) =>
      button(`${one.toLowerCase()}-${at}`, one, `${one} ${name}`),
    );
    const isOwn = own.some(([id]) => id === type);
    const options = isOwn ? own : [...own, [type, type.replace('title:', '')] as const];
    const select = cell('change_type', `Type of ${name}`, type, { kind: 'select', options });
    return html`<div class="row">${hidden('change_id', id)}${select}${box('change_text', `Text of ${name}`, text)}<p class="buttons">${buttons}</p></div>`;
  });
  const news = own.map(([type, title]) => {
    const about = [hidden('added_id', randomUUID()), hidden('added_type', type)];
    return html`<div class="row">${about}<span>${title}</span>${box('added_text', `New changes: ${title}`, '')}</div>`;
  });
  const hint =
    own.length > 0
      ? 'New changes: one a line, in the box of their type, or a pasted list. The buttons change only this form, so save afterwards. “Add” is only needed to move new ones.'
      : 'There are no types of changes: “service change-types” adds them.';
  return html`<fieldset class="field" id="changes"><legend>Changes</legend>${rows}<small>${hint}</small>${news}${own.length > 0 && html`<p class="buttons">${button('add', 'Add')}</p>`}</fieldset>`;
}

const hidden = (name: string, value: string) => control({ name, kind: 'hidden' }, value);

/** A control of a row, which has its label only for those who do not see the row. */
function cell(name: string, label: string, value: string, more: Partial<Field>): Html {
  const attributes = { ...more.attributes, 'aria-label': label };
  return control({ ...more, name, attributes }, value);
}

/** Reads the changes that a form sends. Texts that were not changed keep their HTML. */
export function readChanges(values: Values, site: Site, before: Release | undefined): Changes {
  const stored = new Map(before?.changes.map(({ content }) => [textOf(content), content]));
  const toHtml = (text: string) =>
    stored.get(text) ?? (text.startsWith('<') ? text : site.renderMarkdown(text).html);
  return rowsOf(values, 'change').flatMap(([id, type, typed]) => {
    const text = typed.trim();
    const [, title] = /^title:(.*)$/s.exec(type) ?? [];
    const chosen = title === undefined ? { changeId: type } : { title };
    return text === '' ? [] : { ...(id && { id }), ...chosen, content: toHtml(text) };
  });
}

function rowsOf(values: Values, group: 'change' | 'added'): Row[] {
  const column = (name: string) => values[`${group}_${name}`] ?? [];
  const [types, texts] = [column('type'), column('text')];
  return column('id').map((id, at) => [id, types[at] ?? '', texts[at] ?? '']);
}

function columnsOf(rows: readonly Row[]): Values {
  return {
    change_id: rows.map(([id]) => id),
    change_type: rows.map(([, type]) => type),
    change_text: rows.map(([, , text]) => text),
  };
}

/** A change's HTML as it is typed: without its paragraph, if it is plain text. */
function textOf(content: string): string {
  const [, plain] = /^<p>([^<>&*_`[\]\\]+)<\/p>$/.exec(content) ?? [];
  return plain ?? content;
}
