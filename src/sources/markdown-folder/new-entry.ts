import { ownFile } from '../../lib/processes/command.ts';
import { isVisible } from '../../model/api/primitives.ts';
import { SettingsError } from '../../model/errors.ts';
import { slugOfName } from '../past/names.ts';

/**
 * Creates the template of a release.
 * @throws SettingsError if the version cannot be a file name
 */
export function createReleaseFile(folder: string, version: string, today: string) {
  if (!/^[a-z\d][\w.+-]{0,99}$/i.test(version) || /^readme$/i.test(version))
    throw new SettingsError(`"${version}" is not a version, such as 2.4.0.`);
  const name = version.replace(/^v(?=\d)/i, '');
  return {
    file: `${folder}/${name}.md`,
    text: `---
version: ${JSON.stringify(name)}
released_at: ${today}
status: DRAFT # remove this line to publish
# All fields: ${ownFile('docs/sources.md')}, "Markdown".
---

What is new, in a sentence or two.

## Added

- …

## Fixed

- …
`,
  };
}

/**
 * Creates the template of a milestone.
 * @throws SettingsError if the title has no letter
 */
export function createMilestoneFile(folder: string, title: string) {
  const slug = slugOfName(title).slice(0, 100);
  if (slug === '' || !isVisible(title))
    throw new SettingsError(`"${title}" is not a title, such as "Dark mode".`);
  return {
    file: `${folder}/${slug}.md`,
    text: `---
title: ${JSON.stringify(title)}
# BACKLOG, PLANNED, IN_PROGRESS, COMPLETED or CANCELED
stage: PLANNED
---

What it is for, and for whom.
`,
  };
}
