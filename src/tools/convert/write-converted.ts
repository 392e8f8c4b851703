import { command } from '../../lib/processes/command.ts';
import { printable, printableJson } from '../../lib/text/printable.ts';
import { count } from '../../lib/text/text.ts';
import { isVisible, WebAddress } from '../../model/api/primitives.ts';
import type { Workspace } from '../../model/api/workspace.ts';
import { exitCodes, SettingsError } from '../../model/errors.ts';
import { idOf, slugOfName } from '../../sources/past/names.ts';
import type { Converted, Note } from '../../sources/past/past-release.ts';
import { type PastDataSet, toDataSet } from './to-data-set.ts';

/** Reads and writes data sets in the same way as the service. */
interface DataSets {
  /** @throws SettingsError if the path does not contain a data set */
  readWorkspace(path: string): Promise<Workspace>;
  /**
   * Writes a data set and replaces any data set at this path.
   * @throws SettingsError if the path contains something else
   */
  write(path: string, data: PastDataSet): Promise<void>;
}

/** Options of the command: where to write the data set, and which workspace the releases get. */
export interface Output {
  out: string;
  into?: string;
  name?: string;
  url?: string;
  json: boolean;
  quiet: boolean;
  dataSets: DataSets;
}

/**
 * Writes a data set and reports notes. Sets an exit code if more than a tenth of the versions were
 * left out.
 * @param defaultName name of the workspace if no option names one
 * @throws SettingsError if there is no release to write
 */
export async function writeConverted(
  source: string,
  { releases, notes, leftOut }: Converted,
  output: Output,
  defaultName: string,
): Promise<void> {
  const all = releases.filter(({ version }) => version !== null).length + leftOut;
  const isMuchLeftOut = leftOut > all / 10;
  if (isMuchLeftOut) process.exitCode = exitCodes.withheld;
  if (releases.length === 0) throw nothingIn(source, notes);
  const workspace = await workspaceFor(output, defaultName);
  await output.dataSets.write(output.out, toDataSet(releases, workspace));
  const inState = (state: string) => releases.filter((one) => one.state === state).length;
  const [drafts, withdrawn] = [inState('draft'), inState('withdrawn')];
  if (output.json) {
    console.log(
      printableJson({
        source,
        out: output.out,
        releases: releases.length,
        drafts,
        withdrawn,
        leftOut,
        notes,
      }),
    );
    return;
  }
  if (notes.length > 0) console.error(printable(notesText(notes)));
  const next = `\nTo see the effect of an import: ${command('service import', output.out, '--dry-run')}`;
  console.log(
    printable(
      `Converted ${count(releases.length, 'release')} of ${source} to ${output.out}: ${drafts} of them drafts, ${withdrawn} withdrawn.${output.quiet ? '' : next}`,
    ),
  );
  if (isMuchLeftOut)
    console.log(
      `Left out: ${leftOut} of ${count(all, 'version')}. Write the lines above as "## 1.2.0 - 2026-01-31", and convert again.`,
    );
}

async function workspaceFor(
  { into, name, url, dataSets }: Output,
  usualName: string,
): Promise<Workspace> {
  if (into !== undefined) return dataSets.readWorkspace(into);
  const called = name ?? usualName;
  if (!isVisible(called))
    throw new SettingsError(
      'The value of --name is invalid: expected the name of the workspace, such as "Acme".',
    );
  if (url !== undefined && !WebAddress.safeParse(url).success)
    throw new SettingsError(
      'The value of --url is invalid: expected an address such as https://changelog.example.com.',
    );
  const slug = slugOfName(called) || 'changelog';
  return {
    id: idOf('workspace', slug),
    name: called,
    slug,
    url: url ?? 'http://localhost:4321',
    release_change_types: [],
    roadmap_status_types: [],
  };
}

/**
 * The first notes as text. The number is limited, because a changelog without dates has a note for
 * each version.
 */
function notesText(notes: readonly Note[], most = 50): string {
  const lines = notes
    .slice(0, most)
    .map(({ line, what }) => (line === undefined ? `  ${what}` : `  line ${line}: ${what}`));
  const more = notes.length - most;
  return ['To check:', ...lines, ...(more > 0 ? [`  and ${more} more, see --json`] : [])].join(
    '\n',
  );
}

function nothingIn(source: string, notes: readonly Note[]): SettingsError {
  const found = notes.length > 0 ? `\n${notesText(notes, 5)}` : '';
  return new SettingsError(
    `Nothing in ${source} could be converted, so nothing was written. It needs releases on GitHub, version headings such as "## [1.2.0] - 2026-01-31", or changesets.${found}`,
  );
}
