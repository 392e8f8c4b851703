import type { Root } from 'hast';
import {
  arrangeBody,
  type RenderBodyOptions,
  writeBody,
} from '../../../../src/sync/prepare/html/render-body.ts';

/** Renders a body that is alone on its page. Also changes the tree to match the returned HTML. */
export function renderBody(
  tree: Root,
  options: RenderBodyOptions & { refused?: (why: string) => void },
): string {
  arrangeBody(tree, options);
  return writeBody(tree, options.refused);
}
