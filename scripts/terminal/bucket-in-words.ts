import type { BucketTarget } from '../../src/config/bucket-target.ts';
import { command } from '../../src/lib/processes/command.ts';
import { fewOf } from '../../src/lib/text/text.ts';
import { exitCodes } from '../../src/model/errors.ts';
import { expectTool } from '../../src/receiver/expect-tool.ts';
import type {
  MirrorOutcome,
  MirrorRequest,
  Preview,
  RunBucketOptions,
} from '../../src/receiver/run/bucket-publisher.ts';
import { bucketPublisher } from '../tools.ts';
import { showProgress } from './progress.ts';

type Mirrored = Extract<MirrorOutcome, { kind: 'mirrored' }>;

/** Describes the result of publishing to a bucket. @param ms duration */
function describeMirrored(
  bucket: string,
  { uploaded, unchanged, deleted, withheld, foreign }: Mirrored,
  ms: number,
): string {
  const figures = `${uploaded} uploaded, ${unchanged} unchanged, ${deleted} deleted, ${(ms / 1000).toFixed(1)} s`;
  return [
    `${bucket} is up to date: ${figures}.`,
    ...describeForeign(bucket, foreign),
    ...describeWithheld(withheld),
  ].join('\n');
}

/** Describes the changes that publishing to a bucket would make: one key per line. */
export function describePreview(
  bucket: string,
  { uploads, deletions, unchanged, withheld, foreign, paused }: Preview,
): string {
  return [
    ...uploads.map((key) => `upload\t${key}`),
    ...deletions.map((key) => `delete\t${key}`),
    `${bucket}: ${uploads.length} would be uploaded, ${unchanged} unchanged, ${deletions.length} deleted. Nothing was changed.`,
    ...describeForeign(bucket, foreign),
    ...describeWithheld(withheld),
    ...(paused ? [paused] : []),
  ].join('\n');
}

function describeForeign(bucket: string, foreign: readonly string[]): string[] {
  if (foreign.length === 0) return [];
  return [
    `${bucket} also has files that Waymark did not upload. These files were left unchanged: ${fewOf(foreign).join(', ')}.`,
  ];
}

function describeWithheld(withheld: readonly string[]): string[] {
  if (withheld.length === 0) return [];
  return [
    `${withheld.length} objects were not deleted, because they belong to many removed releases and milestones: ${fewOf(withheld).join(', ')}. To delete them, run: ${command('build', '--publish', '--allow-mass-delete')}`,
  ];
}

/**
 * Mirrors the live site to a bucket and prints the result. Returns the exit code. @throws
 * WaymarkError
 */
export async function mirrorToBucket(
  request: MirrorRequest,
  options: RunBucketOptions,
): Promise<number> {
  using progress = showProgress(process.stderr);
  const started = performance.now();
  const outcome = await expectTool(bucketPublisher, 'PUBLISH_BUCKET', 'bucket').mirror(request, {
    ...options,
    onProgress: (done, total) => progress.onProgress('uploading', done, total),
  });
  progress[Symbol.dispose]();
  if (outcome.kind === 'paused') {
    console.error(`The bucket was left unchanged. ${outcome.why}`);
    return exitCodes.withheld;
  }
  const name = bucketName(request.bucket);
  console.log(describeMirrored(name, outcome, performance.now() - started));
  return outcome.withheld.length > 0 ? exitCodes.withheld : exitCodes.done;
}

/** The bucket's name in messages, such as `s3://changelog/notes/`. */
export function bucketName({ site }: BucketTarget): string {
  return `s3://${site.bucket}/${site.prefix}`;
}
