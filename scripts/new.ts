import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defaultTimeZone } from '../src/config/time-zone.ts';
import { command } from '../src/lib/processes/command.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { dayIn } from '../src/lib/time/days.ts';
import { SettingsError } from '../src/model/errors.ts';
import {
  createMilestoneFile,
  createReleaseFile,
} from '../src/sources/markdown-folder/new-entry.ts';
import { readSources } from '../src/sync/run/sources-settings.ts';
import { commandNamed, run } from './terminal/run.ts';

await run(async () => {
  const program = commandNamed('new').description(
    'Creates a Markdown file in a folder from sources.yaml.',
  );
  program
    .command('release <version>')
    .description('a release, such as 2.4.0')
    .action(async (version: string) => {
      const { markdown, timeZone } = await markdownFolders();
      const today = dayIn(systemClock.now(), timeZone);
      await writeNewFile(createReleaseFile(markdown, version, today));
    });
  program
    .command('milestone <title>')
    .description('a milestone, such as "Dark mode"')
    .action(async (title: string) => {
      const { roadmap } = await markdownFolders();
      if (roadmap === undefined)
        throw new SettingsError(
          'sources.yaml names no folder for milestones. Add "roadmap: roadmap" below "- markdown: …" in that file.',
        );
      await writeNewFile(createMilestoneFile(roadmap, title));
    });
  await program.parseAsync();
});

/**
 * The folders of the first Markdown source: for releases, and for the roadmap if configured. Also
 * the time zone of their days.
 * @throws SettingsError if there is no such source
 */
async function markdownFolders() {
  const {
    file = '',
    sources = [],
    timeZone = defaultTimeZone,
  } = (await readSources(process.env)) ?? {};
  for (const entry of sources) {
    if (!('markdown' in entry) || entry.over !== undefined) continue;
    const below = (folder: string) => join(dirname(file), folder);
    const { markdown, roadmap } = entry;
    return {
      markdown: below(markdown),
      timeZone,
      roadmap: roadmap === undefined ? undefined : below(roadmap),
    };
  }
  throw new SettingsError(
    `sources.yaml names no folder of Markdown files. Add such a folder, for example:\n\nsources:\n  - markdown: releases\n    roadmap: roadmap`,
  );
}

async function writeNewFile({ file, text }: { file: string; text: string }): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
    throw new SettingsError(`${file} already exists and was left unchanged.`);
  });
  console.log(`Created ${file}. Describe what is new, then run: ${command('sync')}`);
}
