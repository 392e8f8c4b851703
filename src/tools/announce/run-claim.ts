import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { WithheldError } from '../../model/errors.ts';

const timeoutMs = 5 * 60_000;

/**
 * Runs the command that stores the claims.
 * @param env the complete environment of the command
 * @throws WithheldError if the command fails, such as a push that another run was faster with
 */
export async function runClaim(
  command: string,
  env: Record<string, string | undefined>,
): Promise<void> {
  const options = { env, timeout: timeoutMs };
  await promisify(execFile)('sh', ['-c', command], options).catch((cause) => {
    throw new WithheldError(
      `The command of --claim-with failed, so nothing was sent: ${String(cause.stderr || cause.message).trim()}\nAnother run may have announced the releases. If not, run announce again.`,
      { cause },
    );
  });
}
