import type { BucketTarget } from '../../src/config/bucket-target.ts';
import { expectTool } from '../../src/config/expect-tool.ts';
import { command } from '../../src/lib/processes/command.ts';
import { count, fewOf } from '../../src/lib/text/text.ts';
import { exitCodes } from '../../src/model/errors.ts';
import type {
  MirrorRequest,
  Preview,
  RunBucketOptions,
} from '../../src/publish/bucket-publisher.ts';
import { formatSeconds } from './numbers.ts';
import { showProgress } from './progress.ts';

/** Describes the changes that publishing to a bucket would make: one key per line. */
export function describePreview(
  bucket: string,
  { uploads, deletions, unchanged, paused, ...left }: Preview,
): string {
  return [
    ...uploads.map((key) => `upload\t${key}`),
    ...deletions.map((key) => `delete\t${key}`),
    `${bucket}: ${uploads.length} would be uploaded, ${unchanged} unchanged, ${deletions.length} deleted. Nothing was changed.`,
    ...describeLeft(bucket, left),
    ...(paused ? [paused] : []),
  ].join('\n');
}

/** Describes the objects that stay in the bucket although the site does not have them. */
function describeLeft(
  bucket: string,
  { foreign, withheld }: Pick<Preview, 'foreign' | 'withheld'>,
): string[] {
  return [
    foreign.length > 0 &&
      `${bucket} also has files that Waymark did not upload. These files were left unchanged: ${fewOf(foreign).join(', ')}.`,
    withheld.length > 0 &&
      `${count(withheld.length, 'object')} of many removed releases and milestones stay in the bucket: ${fewOf(withheld).join(', ')}. To delete them, run: ${command('build', '--publish', '--allow-mass-delete')}`,
  ].filter((line) => line !== false);
}

/**
 * Loads the tools on demand, because most builds need none.
 * @throws SettingsError if this installation has no bucket tool
 */
export async function loadBucketPublisher() {
  const { bucketPublisher } = await import('../tools.ts');
  return expectTool(bucketPublisher, 'PUBLISH_BUCKET', 'bucket');
}

export type Mirrored = Awaited<ReturnType<typeof mirrorToBucket>>;

/**
 * Mirrors the live site to a bucket, and shows the progress unless `quiet`. @throws WaymarkError
 */
export async function mirrorToBucket(
  request: MirrorRequest,
  { quiet, ...options }: RunBucketOptions & { quiet: boolean },
) {
  using progress = await showProgress(process.stderr);
  const started = performance.now();
  const publisher = await loadBucketPublisher();
  const outcome = await publisher.mirror(request, {
    ...options,
    onProgress: (done, total) => quiet || progress.onProgress('uploading', done, total),
  });
  const isWhole = outcome.kind === 'mirrored' && outcome.withheld.length === 0;
  return {
    /** The bucket's name in messages. */
    name: bucketName(request.bucket),
    outcome,
    ms: performance.now() - started,
    exitCode: isWhole ? exitCodes.done : exitCodes.withheld,
  };
}

/** Prints the result of mirroring. */
export function reportMirror({ name, outcome, ms }: Mirrored): void {
  if (outcome.kind === 'paused') console.error(`The bucket was left unchanged. ${outcome.why}`);
  else {
    const { uploaded, unchanged, deleted } = outcome;
    const figures = `${uploaded} uploaded, ${unchanged} unchanged, ${deleted} deleted, ${formatSeconds(ms)}`;
    console.log([`${name} is up to date: ${figures}.`, ...describeLeft(name, outcome)].join('\n'));
  }
}

/** The bucket's name in messages, such as `s3://changelog/notes/`. */
export function bucketName({ site }: BucketTarget): string {
  return `s3://${site.bucket}/${site.prefix}`;
}
