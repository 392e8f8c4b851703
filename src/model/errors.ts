import { z } from 'zod';

/** docs/api.md, "Errors". */
export const ErrorBody = z.object({
  error: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Exit codes of commands (docs/reference.md, "Commands"). */
export const exitCodes = { done: 0, failed: 1, badSettings: 2, withheld: 3 } as const;

/**
 * An error whose message is printed without a stack. It has the problem, the place, the reason and
 * the remedy.
 */
export class WaymarkError extends Error {
  override readonly name: string = 'WaymarkError';
  readonly exitCode: number = exitCodes.failed;
}

/** Settings, arguments or files they name are invalid; nothing was started. */
export class SettingsError extends WaymarkError {
  override readonly name = 'SettingsError';
  override readonly exitCode = exitCodes.badSettings;
}
