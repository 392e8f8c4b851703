import { expect, test } from 'vitest';
import { type LabelledText, loadLabelled, readTexts } from './load-labelled.ts';

const texts = loadLabelled();

test('loads 200 texts, each with a unique id and wording', () => {
  expect(texts).toHaveLength(200);
  expect(new Set(texts.map(({ id }) => id)).size).toBe(200);
  expect(new Set(texts.map(({ markdown }) => markdown)).size).toBe(200);
  expect(texts.filter(({ lines }) => lines.length === 0)).toEqual([]);
});

test('has texts in all nine languages, most of them English', () => {
  expect(Object.fromEntries(counted(texts.map(({ language }) => language)))).toEqual({
    ...{ en: 112, ar: 11, de: 11, es: 11, fr: 11 },
    ...{ it: 11, ja: 11, 'pt-BR': 11, 'zh-Hans': 11 },
  });
});

test('has items with and without need for action in every language', () => {
  for (const language of new Set(texts.map((text) => text.language))) {
    const items = texts
      .filter((text) => text.language === language)
      .flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'item'));
    expect(items.filter(({ needsAction }) => needsAction).length).toBeGreaterThan(10);
    expect(items.filter(({ needsAction }) => !needsAction).length).toBeGreaterThan(10);
  }
});

test('labels equal items of a text equally', () => {
  const ambiguous = texts.filter(({ lines, actionItems }) =>
    lines.some(
      ({ kind, text, needsAction }) =>
        kind === 'item' && (text === '' || (!needsAction && actionItems.includes(text))),
    ),
  );
  expect(ambiguous.map(({ id }) => id)).toEqual([]);
});

test('labels all items below a labelled heading', () => {
  expect(texts.flatMap(unlabelledBelow)).toEqual([]);
});

test('reads the label of an item, of a heading and of a paragraph that serves as a heading', () => {
  const [text] = readTexts(
    [
      ...['⟦a-1 en style⟧', '## *Gone* <b>now</b> ⟦A⟧', '', '- [x] `a` [b](https://c.example) ⟦A⟧'],
      ...['  d', '  - e', '', '**F** ⟦A⟧', '', 'Prose.', '', 'G:', '- h', ''],
    ].join('\n'),
    'a.md',
  );
  expect(text).toMatchObject({ id: 'a-1', language: 'en', style: 'style' });
  expect(text?.actionItems).toEqual(['a b']);
  expect(text?.actionHeadings).toEqual(['Gone now', 'F']);
  expect(text?.lines.map((line) => [line.kind, line.depth, line.text])).toEqual([
    ['heading', 2, 'Gone now'],
    ['item', 1, 'a b'],
    ['item', 2, 'e'],
    ['heading', 7, 'F'],
    ['heading', 7, 'G:'],
    ['item', 1, 'h'],
  ]);
  expect(text?.markdown).not.toContain('⟦');
});

test.each([
  ['on prose', '⟦a-1 en style⟧\nProse. ⟦A⟧\n', 'a-1: neither headings nor items: lines 1'],
  ['within a line', '⟦a-1 en style⟧\n- one ⟦A⟧ two\n', 'a-1: a label is not at the end'],
  ['before any id', '- one ⟦A⟧\n', 'a.md begins with text that has no id'],
])('refuses a label %s', (_, content, message) => {
  expect(() => readTexts(content, 'a.md')).toThrow(message);
});

function unlabelledBelow({ id, lines }: LabelledText): string[] {
  const open: LabelledText['lines'] = [];
  return lines.flatMap((line) => {
    if (line.kind === 'heading') while ((open.at(-1)?.depth ?? 0) >= line.depth) open.pop();
    const isBelowLabelled = open.some(({ needsAction }) => needsAction);
    if (line.kind === 'heading') open.push(line);
    const isItem = line.kind === 'item';
    return isItem && isBelowLabelled && !line.needsAction ? [`${id}: ${line.text}`] : [];
  });
}

function counted(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
