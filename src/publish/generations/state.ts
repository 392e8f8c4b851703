import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { ifMissing } from '../../lib/files/missing.ts';
import { toJsonText } from '../../lib/json.ts';
import { command } from '../../lib/processes/command.ts';
import { SettingsError, WaymarkError } from '../../model/errors.ts';
import { type SitePaths, sitePathsOf } from './site-paths.ts';

const State = z.object({
  /** Name of the OUT_DIR that these generations belong to, without its folder. */
  outDir: z.string(),
  /** Set by a rollback; null while publishing is not paused. */
  paused: z.object({ since: z.iso.datetime(), from: z.string(), to: z.string() }).nullable(),
});
type State = z.infer<typeof State>;
export type Pause = NonNullable<State['paused']>;

/**
 * The pause of publishing; null if there is none, undefined if nothing was published yet.
 * @throws SettingsError if the generations belong to another folder beside OUT_DIR
 * @throws WaymarkError if the file with the pause is damaged, because a pause must not end by
 * accident
 */
export async function readPause(paths: SitePaths): Promise<Pause | null | undefined> {
  const state = await readState(paths);
  const name = basename(paths.outDir);
  if (!state || state.outDir === name) return state?.paused;
  throw new SettingsError(
    `${paths.generations} holds the generations of ${state.outDir}, not of ${name}. Give each site a folder of its own: OUT_DIR=${paths.parent}/${name}/dist`,
  );
}

export function writePause(paths: SitePaths, paused: Pause | null): Promise<void> {
  const state: State = { outDir: basename(paths.outDir), paused };
  return writeFileAtomically(paths.stateFile, toJsonText(state));
}

/** Why publishing into OUT_DIR is paused; undefined if it is not. @param outDir absolute */
export async function whyPaused(outDir: string): Promise<string | undefined> {
  const paused = await readPause(sitePathsOf(outDir));
  return paused ? pauseInWords(paused) : undefined;
}

/** Explains a pause and how to end it. */
export function pauseInWords({ since, from, to }: Pause): string {
  return `Publishing is paused since ${since}, because of a rollback from ${from} to ${to}. To publish again, run: ${command('publish resume')}`;
}

async function readState({ stateFile }: SitePaths): Promise<State | undefined> {
  // Errors other than a missing file are not converted, because their message names the file.
  const text = await readFile(stateFile, 'utf8').catch(ifMissing);
  if (text === undefined) return undefined;
  try {
    return State.parse(JSON.parse(text));
  } catch (error) {
    throw new WaymarkError(
      `${stateFile} is damaged, so Waymark does not know whether publishing is paused. If publishing is not paused, remove the file.`,
      { cause: error },
    );
  }
}
