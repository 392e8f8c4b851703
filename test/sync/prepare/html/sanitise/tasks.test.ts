import { expect, test } from 'vitest';
import { finishBody } from '../../../../../src/site/base/html/body.ts';
import { stringsFor } from '../../../../../src/site/base/strings/languages/languages.ts';
import { fromHtml, writeMarkdown } from '../../../../../src/site/feeds/markdown/markdown.ts';
import { standalone } from '../../../../../src/site/releases/feeds/item-html.ts';
import { readableText } from '../../../../../src/sync/prepare/html/excerpt.ts';
import { parseBody } from '../../../../../src/sync/prepare/html/parse-body.ts';
import { prepared } from '../as-release.ts';

const english = stringsFor('en');
const german = stringsFor('de');

const done = '<span aria-label="waymark-label:done" role="img" class="task">☑</span>';
const open = '<span aria-label="waymark-label:open" role="img" class="task">☐</span>';
const box = '<input type="checkbox" class="task-list-item-checkbox" disabled';

/** A list with one finished and one open task, in the HTML of several editors. */
const lists = {
  github: `<ul class="contains-task-list">\n<li class="task-list-item">${box} checked=""> A</li>\n<li class="task-list-item">${box}> B</li>\n</ul>`,
  'github with space between items': `<ul>\n<li>\n<p>${box} checked> A</p>\n</li>\n<li>\n<p>${box}> B</p>\n</li>\n</ul>`,
  tiptap: `<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>A</p></div></li><li data-checked="false" data-type="taskItem"><label><input type="checkbox"><span></span></label><div><p>B</p></div></li></ul>`,
  'tiptap without boxes':
    '<ul><li data-checked="">A</li><li data-checked="false"><p>B</p></li></ul>',
  ckeditor: `<ul class="todo-list"><li><label class="todo-list__label"><input type="checkbox" disabled="disabled" checked="checked"><span class="todo-list__label__description">A</span></label></li><li><label class="todo-list__label"><input type="checkbox" disabled="disabled"><span>B</span></label></li></ul>`,
  'quill 1': '<ul data-checked="true"><li>A</li></ul><ul data-checked="false"><li>B</li></ul>',
  'quill 2': '<ol><li data-list="checked">A</li><li data-list="unchecked">B</li></ol>',
};

/** The task marks of a body, each with the letter after it. */
const tasksOf = (body: string) =>
  Array.from(body.matchAll(/(<span aria-label[^>]*>.<\/span>)\s*(?:<[^>]*>)*(\w)/gu), (found) =>
    found.slice(1),
  );

test.each(Object.entries(lists))('keeps done tasks in a list of %s', async (_editor, html) => {
  const { body, notes } = await prepared(html);
  expect(notes).toEqual([]);
  expect(tasksOf(body)).toEqual([
    [done, 'A'],
    [open, 'B'],
  ]);
  expect(readableText(parseBody(html))).toBe('☑ A ☐ B');
});

test.each(Object.entries(lists))(
  'writes in Markdown which tasks are done in a list of %s',
  async (editor, html) => {
    const { body } = await prepared(html);
    const item = editor === 'quill 2' ? ['1.', '2.'] : ['-', '-'];
    const markdown = writeMarkdown(fromHtml(finishBody(body, (path) => path, english)));
    expect(markdown.replace(/\n+/g, '\n').replaceAll('* [', '- [')).toBe(
      `${item[0]} [x] A\n${item[1]} [ ] B\n`,
    );
  },
);

test('labels a task’s mark in the language of the site, and leaves only the mark in a feed', async () => {
  const { body } = await prepared(lists.github);
  const reported = (strings: typeof english) => finishBody(body, (path) => path, strings);
  expect(reported(english)).toContain('<span aria-label="Done" role="img" class="task">☑</span> A');
  expect(reported(german)).toContain('<span aria-label="Offen" role="img" class="task">☐</span> B');
  expect(standalone(reported(english), 'https://example.com/a/')).toContain(
    '<span class="task">☑</span> A',
  );
});

test('keeps lists inside tasks, and tasks inside lists', async () => {
  const html = `<ul><li data-checked="true"><p>A</p><ul><li>x</li><li data-checked="false">y</li></ul></li><li>B</li></ul>`;
  expect((await prepared(html)).body).toBe(
    `<ul><li><p>${done} A</p><ul><li>x</li><li>${open} y</li></ul></li><li>B</li></ul>`,
  );
});

test('shows a checkbox anywhere, but no other form field', async () => {
  const html = `<table><tbody><tr><td><input type="CHECKBOX" checked></td></tr></tbody></table><p><input type="radio" checked><input value="x"> C</p>`;
  const { body } = await prepared(html);
  expect(body).toContain(`<td>${done} </td>`);
  expect(body).toContain('<p> C</p>');
});

test('does not treat check mark characters in code or text as tasks', async () => {
  const html = '<pre><code>☑ a</code></pre><p><code>☐ b</code> and ☑ c</p>';
  expect((await prepared(html)).body).not.toContain('role="img"');
});
