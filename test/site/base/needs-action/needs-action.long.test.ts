import { expect, test } from 'vitest';
import { textOfHtml } from '../../../../src/site/base/html/sections.ts';
import { stringsFor } from '../../../../src/site/base/strings/languages/languages.ts';
import { kindItems } from '../../../../src/site/base/upgrade-kinds.ts';
import { renderMarkdown } from '../../../../src/sources/markdown/render-markdown.ts';
import { parseBody } from '../../../../src/sync/prepare/html/parse-body.ts';
import { readGroups } from '../../../../src/sync/prepare/html/text-groups.ts';
import { renderBody } from '../../../sync/prepare/html/rendered.ts';
import { siteContext } from '../../site.ts';
import { type LabelledText, loadLabelled } from './load-labelled.ts';

const judged = loadLabelled().map(judge);

test('finds what needs action in release texts, with few false positives', () => {
  const hits = sum(({ hits }) => hits.length);
  const missed = sum(({ missed }) => missed.length);
  // Includes paragraphs, rows of tables and bare headings that were found wrongly.
  const wrong = sum(({ wrong }) => wrong.length);
  const [recall, precision] = [hits / (hits + missed), hits / (hits + wrong)];
  for (const j of judged) {
    for (const t of j.missed) console.log('MISSED', j.id, t.slice(0, 90));
    for (const t of j.wrong) console.log('WRONG', j.id, t.slice(0, 90));
  }
  expect(recall).toBeGreaterThanOrEqual(0.95);
  expect(precision).toBeGreaterThanOrEqual(0.8);
});

test('finds paragraphs and rows of tables below headings that need action', () => {
  const texts = judged.flatMap((one) => one.texts);
  const shown = texts.filter(({ isFound }) => isFound);
  expect(texts.length).toBeGreaterThan(20);
  expect(shown.length / texts.length).toBeGreaterThanOrEqual(0.95);
});

function sum(count: (one: ReturnType<typeof judge>) => number): number {
  return judged.reduce((all, one) => all + count(one), 0);
}

/** Compares the items that were found to need action with the labelled ones. */
function judge({ id, language, markdown, lines, texts }: LabelledText) {
  const tree = parseBody(renderMarkdown(markdown).html);
  renderBody(tree, { pictures: new Map(), base: undefined });
  const site = siteContext({ strings: stringsFor(language) });
  const found = kindItems(readGroups(tree), site)
    .filter(({ kind }) => kind === 'action')
    .map(({ html }) => textOfHtml(html));
  const items = lines.filter(({ kind }) => kind === 'item');
  const headings = lines.filter(({ kind }) => kind === 'heading');
  const isFound = ({ text }: { text: string }) =>
    found.some((one) => one.includes(textOfHtml(text).slice(0, 60)));
  return {
    id,
    hits: items.filter((one) => one.needsAction && isFound(one)).map(({ text }) => text),
    missed: items.filter((one) => one.needsAction && !isFound(one)).map(({ text }) => text),
    wrong: [
      ...[...items, ...texts].filter((one) => !one.needsAction && isFound(one)),
      ...headings.filter(({ text, needsAction }) => !needsAction && found.includes(text)),
    ].map(({ text }) => text),
    texts: texts.filter((one) => one.needsAction).map((one) => ({ ...one, isFound: isFound(one) })),
  };
}
