import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createChangelogSources } from '../src/sources/changelog/changelog-source.ts';
import { convertChangelog } from '../src/sources/changelog/convert-changelog.ts';
import { cleanHtml as sanitise } from '../src/sync/prepare/html/parse-body.ts';
import { measure, type Row } from './support/measure.ts';

/**
 * Compares a long changelog with one of a tenth of its versions: expected to take at most ten times
 * as long.
 */
export async function benchConvert(versions: number, rounds: number): Promise<Row> {
  const [long, short] = [changelogOf(versions), changelogOf(versions / 10)];
  return measure(
    {
      work: `conversion of a changelog of ${versions} versions`,
      baseline: `of ${versions / 10} versions`,
      prepare: async () => {},
      runWork: async () => void convertChangelog(long, { sanitise }),
      readyBaseline: async () => async () => void convertChangelog(short, { sanitise }),
    },
    rounds,
  );
}

/**
 * The same comparison for a changelog that is read from a file as a source: at most twelve times as
 * long.
 */
export async function benchChangelogSource(
  folder: string,
  versions: number,
  rounds: number,
): Promise<Row> {
  const cwd = join(folder, 'changelogs');
  await mkdir(cwd, { recursive: true });
  const sourceOf = async (count: number) => {
    const changelog = `${count}.md`;
    await writeFile(join(cwd, changelog), changelogOf(count));
    const [source] = await createChangelogSources({
      entry: { changelog },
      sanitise,
      timeZone: 'UTC',
      rootName: 'Board',
      cwd,
    });
    return async () => void (await source?.read());
  };
  const [readLong, readShort] = [await sourceOf(versions), await sourceOf(versions / 10)];
  return measure(
    {
      work: `reading of a changelog of ${versions} versions, as a source`,
      baseline: `of ${versions / 10} versions`,
      prepare: async () => {},
      runWork: readLong,
      readyBaseline: async () => readShort,
    },
    rounds,
  );
}

function changelogOf(versions: number): string {
  const parts = Array.from(
    { length: versions },
    (_, index) =>
      `## [1.${versions - index}.0] - 2026-01-01\n\n### Added\n\n- A board, with \`lists\` and [cards](https://example.com/${index}).\n- Another.\n\n### Fixed\n\n- A crash that **nobody** saw.\n`,
  );
  return ['# Changelog\n', ...parts].join('\n');
}
