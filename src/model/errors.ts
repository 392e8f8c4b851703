import { z } from 'zod';

/** An error's body in the API (docs/api.md, "Errors"). */
export const ErrorBody = z.object({
  error: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Exit codes of commands (docs/reference.md, "Commands"). */
export const exitCodes = { done: 0, failed: 1, badSettings: 2, withheld: 3 } as const;

/**
 * An error that is printed as its message, without a stack. The message says what failed, where,
 * why and how to fix it.
 */
export class WaymarkError extends Error {
  override readonly name: string = 'WaymarkError';
  readonly exitCode: number = exitCodes.failed;
}

/** The settings, the arguments or a file named in them are invalid. Nothing was started. */
export class SettingsError extends WaymarkError {
  override readonly name = 'SettingsError';
  override readonly exitCode = exitCodes.badSettings;
}

/** Nothing was changed, because the user has to decide first. */
export class WithheldError extends WaymarkError {
  override readonly name = 'WithheldError';
  override readonly exitCode = exitCodes.withheld;
}
