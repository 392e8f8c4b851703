import type { TextGroup } from '../../model/content/content.ts';
import { highlightCode } from '../html/code/highlight.ts';
import { readableText } from '../html/excerpt.ts';
import { parseBody } from '../html/parse-body.ts';
import { renderBody, renderInline } from '../html/render-body.ts';
import type { PageIds } from '../html/sanitise/unique-ids.ts';
import { readGroups } from '../html/text-groups.ts';
import type { PrepareOptions } from './context.ts';
import { placeMedia } from './prepare-assets.ts';

interface Prepared {
  html: string;
  text: string;
}

/** The HTML and text of a body, and its list items grouped by heading. */
interface PreparedBody extends Prepared {
  groups: TextGroup[];
}

export async function prepareTexts(
  body: string | null | undefined,
  changes: readonly string[],
  options: PrepareOptions,
): Promise<[PreparedBody, ...Prepared[]]> {
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
  const written =
    (render: typeof renderBody) =>
    ({ tree, text, placing }: typeof first): Prepared => ({
      text,
      html: render(tree, { ...placing, ids, refused }),
    });
  const prepared = written(renderBody)(first);
  const groups = readGroups(first.tree);
  return [{ ...prepared, groups }, ...rest.map(written(renderInline))];
}
