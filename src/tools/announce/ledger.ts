import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { ifMissing } from '../../lib/files/missing.ts';
import { toJsonText } from '../../lib/json.ts';
import { SettingsError } from '../../model/errors.ts';

// The ledger says what was announced where. A row is `claimed` on the disk before the first byte of
// a message leaves. If the process then dies, the row becomes `unknown`: the message may have
// arrived, so it is never sent again by itself.

const Row = z.object({
  /** Name of the target. */
  target: z.string(),
  /** Id of the release; for a correction, followed by `@` and its time. */
  item: z.string(),
  state: z.enum(['claimed', 'sent', 'failed', 'unknown', 'held']),
  /** Time of the last change, RFC 3339 in UTC. */
  at: z.string(),
  why: z.string().optional(),
});
export type Row = z.infer<typeof Row>;

const Seen = z.object({
  name: z.string(),
  at: z.string(),
  /** The channels that were chosen by then. */
  channels: z.array(z.string()).optional(),
  /** Set once the content lacks the item. */
  gone: z.boolean().optional(),
});

const Ledger = z.object({
  version: z.literal(1),
  /** The known targets. `disabled` is the digest of an address that answered 404 or 410. */
  targets: z.record(z.string(), z.object({ disabled: z.string().optional() })),
  /** The items of earlier runs, by id. */
  seen: z.record(z.string(), Seen),
  rows: z.array(Row),
});
export type Ledger = z.infer<typeof Ledger>;

export const emptyLedger: Ledger = { version: 1, targets: {}, seen: {}, rows: [] };

/** An empty ledger if the file is missing. @throws SettingsError if it is damaged */
export async function readLedger(file: string): Promise<Ledger> {
  const text = await readFile(file, 'utf8').catch(ifMissing);
  try {
    return text === undefined ? emptyLedger : Ledger.parse(JSON.parse(text));
  } catch (error) {
    throw new SettingsError(
      `${file} is damaged. Restore it from a backup. Without this file, the next run only takes note of the releases that there are, and sends nothing.`,
      { cause: error },
    );
  }
}

/** Writes the ledger and waits until it is on disk. */
export function writeLedger(file: string, ledger: Ledger): Promise<void> {
  return writeFileAtomically(file, toJsonText(ledger));
}
