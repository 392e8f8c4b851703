import { eachElement } from './parse/each-node.ts';
import { writeHtml } from './parse/write-html.ts';
import { parseBody } from './parse-body.ts';
import { idPrefix } from './sanitise/allow-list.ts';

/**
 * HTML with only what a body may hold, for those who write bodies: a sync finds nothing to take
 * out. Ids are as they were, as the sync sets its prefix before them.
 * @param refused told why HTML that cannot be read safely comes back as plain text
 */
export function cleanHtml(html: string, refused: (why: string) => void = () => {}): string {
  const tree = parseBody(html, refused);
  eachElement(tree, ({ properties }) => {
    if (String(properties.id ?? '').startsWith(idPrefix))
      properties.id = String(properties.id).slice(idPrefix.length);
  });
  return writeHtml(tree);
}
