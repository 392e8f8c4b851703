import type { Clock } from './time/clock.ts';

/** What was looked at, and whether somebody has something to do about it. */
export interface Finding {
  /** Such as "API". */
  what: string;
  /** `mend`: something will not work. `mind`: it works, and may not for long, or not as meant. */
  state: 'ok' | 'warning' | 'error';
  /** What was found, as a sentence. */
  found: string;
  /** What to do about it, as a sentence. */
  next: string;
}

export function ok(what: string, found: string): Finding {
  return { what, state: 'ok', found, next: 'Nothing to do.' };
}

export function warn(what: string, found: string, next: string): Finding {
  return { what, state: 'warning', found, next };
}

export function fail(what: string, found: string, next: string): Finding {
  return { what, state: 'error', found, next };
}

/** What a tool adds to the doctor's work. */
export interface Check {
  /** What its settings are settings of, such as "bucket". */
  what: string;
  isSetUp(env: Env): boolean;
  /** Reads the settings, and gives what looks at the rest. @throws SettingsError */
  read(env: Env, clock: Clock): () => Promise<Finding[]>;
}

type Env = Record<string, string | undefined>;
