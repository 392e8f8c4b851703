import { convertChangelog } from '../src/sources/changelog/convert-changelog.ts';
import { cleanHtml as sanitise } from '../src/sync/html/clean-html.ts';
import { measure, type Row } from './support/measure.ts';

/** A long changelog beside one of a tenth of its versions: ten times the time, and no more. */
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

function changelogOf(versions: number): string {
  const parts = Array.from(
    { length: versions },
    (_, index) =>
      `## [1.${versions - index}.0] - 2026-01-01\n\n### Added\n\n- A board, with \`lists\` and [cards](https://example.com/${index}).\n- Another.\n\n### Fixed\n\n- A crash that **nobody** saw.\n`,
  );
  return ['# Changelog\n', ...parts].join('\n');
}
