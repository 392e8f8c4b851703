import { highlightCode } from '../html/code/highlight.ts';
import { readableText } from '../html/excerpt.ts';
import { parseBody } from '../html/parse-body.ts';
import { renderBody, renderInline } from '../html/render-body.ts';
import type { PageIds } from '../html/sanitise/unique-ids.ts';
import { readGroups } from '../html/text-groups.ts';
import type { PrepareOptions } from './context.ts';
import { placeMedia } from './prepare-assets.ts';

/** Prepares a body and the texts of changes. The list items of a body are grouped by heading. */
export async function prepareTexts(
  body: string | null | undefined,
  changes: readonly string[],
  options: PrepareOptions,
) {
  const refused = (why: string) => options.notes.push(`a text is shown as plain text: ${why}`);
  const read = async (source: string) => {
    const tree = parseBody(source, refused);
    const text = readableText(tree);
    await highlightCode(tree);
    return { tree, text, placing: await placeMedia(tree, options) };
  };
  const [first, ...rest] = await Promise.all([read(body ?? ''), ...changes.map(read)]);
  // The texts share these ids, because they are on one page. They are rendered in order, so that
  // the ids do not depend on which download ends first.
  const ids: PageIds = new Map();
  const write = (render: typeof renderBody, { tree, text, placing }: typeof first) => ({
    text,
    html: render(tree, { ...placing, ids, refused }),
  });
  const written = write(renderBody, first);
  const groups = readGroups(first.tree);
  return { body: { ...written, groups }, changes: rest.map((one) => write(renderInline, one)) };
}
