import type { UpgradeStrings } from '../../site/base/strings/shape.ts';
import type { CopyableChange } from './upgrade-data.ts';
import type { UpgradeItem, UpgradeView } from './upgrade-view.ts';

// Renders all changes of an upgrade as a Markdown task list. Also runs in browsers.

interface Listed {
  heading: string;
  words: Pick<UpgradeStrings, 'groups'>;
  isTicked(key: string): boolean;
  /** The site's origin, which is put before the path of each link. */
  origin: string;
}

/** Returns GitHub Flavored Markdown with a task for each change. */
export function checklist(view: UpgradeView<CopyableChange>, listed: Listed): string {
  const { heading, words } = listed;
  const parts = view.groups.map(({ group, items }) => {
    const tasks = items.map((item) => task(item, listed)).join('\n');
    return `### ${escaped(words.groups[group])}\n\n${tasks}\n`;
  });
  return [`## ${escaped(heading)}\n`, ...parts].join('\n');
}

function task({ key, markdown, places }: UpgradeItem<CopyableChange>, listed: Listed): string {
  const links = places.map(({ name, href }) => `[${escaped(name)}](${listed.origin}${href})`);
  const [first = '', ...lines] = markdown.trim().split('\n');
  // The change's further lines are indented, so that Markdown treats them as part of the list item.
  const below = lines.map((line) => (line === '' ? '' : `  ${line}`));
  const box = listed.isTicked(key) ? '[x]' : '[ ]';
  return [`- ${box} ${first} (${links.join(', ')})`, ...below].join('\n');
}

/** Escapes characters that are Markdown syntax. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}
