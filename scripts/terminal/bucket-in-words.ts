import { command } from '../../src/lib/processes/command.ts';
import { fewOf } from '../../src/lib/text/text.ts';
import type { MirrorOutcome, Preview } from '../../src/receiver/run/bucket-publisher.ts';

type Mirrored = Extract<MirrorOutcome, { kind: 'mirrored' }>;

/** What came of publishing into a bucket, as a person reads it. @param ms how long it took */
export function mirroredInWords(
  bucket: string,
  { uploaded, unchanged, deleted, withheld, foreign }: Mirrored,
  ms: number,
): string {
  const figures = `${uploaded} uploaded, ${unchanged} unchanged, ${deleted} deleted, ${(ms / 1000).toFixed(1)} s`;
  return [
    `${bucket} shows the same: ${figures}.`,
    ...foreignInWords(bucket, foreign),
    ...withheldInWords(withheld),
  ].join('\n');
}

/** What publishing into a bucket would do: every key, one a line. */
export function previewInWords(
  bucket: string,
  { uploads, deletions, unchanged, withheld, foreign, paused }: Preview,
): string {
  return [
    ...uploads.map((key) => `upload\t${key}`),
    ...deletions.map((key) => `delete\t${key}`),
    `${bucket}: ${uploads.length} would be uploaded, ${unchanged} unchanged, ${deletions.length} deleted. Nothing was changed.`,
    ...foreignInWords(bucket, foreign),
    ...withheldInWords(withheld),
    ...(paused ? [paused] : []),
  ].join('\n');
}

function foreignInWords(bucket: string, foreign: readonly string[]): string[] {
  if (foreign.length === 0) return [];
  return [
    `${bucket} also holds what Waymark did not put there, and left alone: ${fewOf(foreign).join(', ')}.`,
  ];
}

function withheldInWords(withheld: readonly string[]): string[] {
  if (withheld.length === 0) return [];
  return [
    `${withheld.length} objects were not deleted, as so many releases and milestones are gone at once: ${fewOf(withheld).join(', ')}. If that is right: ${command('build', '--publish', '--allow-mass-delete')}`,
  ];
}
