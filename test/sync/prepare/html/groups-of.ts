import { parseBody } from '../../../../src/sync/prepare/html/parse-body.ts';
import { readGroups } from '../../../../src/sync/prepare/html/text-groups.ts';
import { renderBody } from './rendered.ts';

/** The groups of a body with this HTML, which is at https://example.com/. */
export function groupsOf(html: string) {
  const tree = parseBody(html);
  renderBody(tree, { pictures: new Map(), base: new URL('https://example.com/') });
  return readGroups(tree);
}
