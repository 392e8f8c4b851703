import type { Clock } from './time/clock.ts';

/** The result of one check. */
export interface Finding {
  /** The subject of the check, such as "API". */
  what: string;
  /**
   * `error`: something will not work. `warning`: it works, but may stop working or differ from what
   * the operator intends.
   */
  state: 'ok' | 'warning' | 'error';
  /** The result of the check, as a sentence. */
  found: string;
  /** The remedy, as a sentence; undefined if there is nothing to do. */
  next: string | undefined;
}

export function ok(what: string, found: string): Finding {
  return { what, state: 'ok', found, next: undefined };
}

export function warn(what: string, found: string, next: string): Finding {
  return { what, state: 'warning', found, next };
}

export function fail(what: string, found: string, next: string): Finding {
  return { what, state: 'error', found, next };
}

/** Additional checks for the command `doctor`, provided by an optional tool. */
export interface Check {
  /** The subject of the settings, such as "bucket". */
  what: string;
  isSetUp(env: Env): boolean;
  /**
   * Reads the settings and returns a function that runs the checks.
   * @throws SettingsError
   */
  read(env: Env, clock: Clock): () => Promise<Finding[]>;
}

type Env = Record<string, string | undefined>;
