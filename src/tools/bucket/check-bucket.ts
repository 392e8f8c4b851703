import { resolve } from 'node:path';
import { type BucketTarget, readBucketTarget } from '../../config/bucket-target.ts';
import { parseSettings } from '../../config/settings.ts';
import { type Check, type Finding, fail, ok, warn } from '../../lib/finding.ts';
import { command } from '../../lib/processes/command.ts';
import { sentences } from '../../lib/text/text.ts';
import { type Clock, toIsoUtc } from '../../lib/time/clock.ts';
import { WaymarkError } from '../../model/errors.ts';
import type { MirrorRequest } from '../../publish/bucket-publisher.ts';

const what = 'bucket';

/**
 * Time that an upload may take. During this time, an outdated bucket is only a warning, not an
 * error.
 */
const uploadTimeMs = 10 * 60_000;

/**
 * Checks that a bucket can be written and has the live version of the site (generation). Writes a
 * test object, and removes it.
 */
export const bucketCheck: Check = {
  what,
  isSetUp: ({ PUBLISH_BUCKET }) => Boolean(PUBLISH_BUCKET),
  read: (env, clock) => {
    const bucket = readBucketTarget(env);
    const names = ['OUT_DIR', 'SITE_URL', 'BASE_PATH'] as const;
    const { OUT_DIR, SITE_URL: siteUrl, BASE_PATH: basePath } = parseSettings(env, names);
    const site = { outDir: resolve(OUT_DIR), siteUrl, basePath };
    return async () => {
      if (!bucket) return [];
      const access = await findingsOf(() => checkAccess(bucket));
      if (access.some(({ state }) => state === 'error')) return access;
      return [...access, ...(await findingsOf(() => checkShown({ bucket, ...site }, clock)))];
    };
  },
};

/** Runs a check. An error of the bucket becomes its finding. */
async function findingsOf(check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    return [fail(what, ...sentences(error.message))];
  }
}

/** Checks access to the bucket, and whether it is safe for several publishers to use it. */
async function checkAccess(target: BucketTarget): Promise<Finding[]> {
  const name = `s3://${target.site.bucket}/${target.site.prefix}`;
  const { probeBucket } = await import('./mirror-live.ts');
  const { keepsConditions } = await probeBucket(target);
  if (keepsConditions)
    return [ok(what, `${name} can be written, and supports conditional writes.`)];
  const found = `${name} can be written, but its store does not support conditional writes.`;
  return [
    target.lock
      ? fail(what, found, 'Use another store, or set BUCKET_LOCK=off if nobody else publishes.')
      : warn(what, found, 'Make sure that nobody else publishes to this bucket.'),
  ];
}

/**
 * Checks that the bucket has the live generation. An older generation is an error, unless the live
 * one may still be uploading: a receiver retries failed publications.
 */
async function checkShown(request: MirrorRequest, clock: Clock): Promise<Finding[]> {
  const { site } = request.bucket;
  const name = `s3://${site.bucket}/${site.prefix}`;
  const { compareWithLive } = await import('./mirror-live.ts');
  const state = await compareWithLive(request);
  if (state.kind === 'none live') return [];
  if (state.kind === 'current') return [ok(what, `${name} shows the live generation.`)];
  if (state.kind === 'paused') return [warn(what, ...sentences(state.why))];
  const since = toIsoUtc(state.since);
  const found = `${name} does not have generation ${state.generation}, which has been live in ${request.outDir} since ${since}.`;
  if (clock.now().getTime() - state.since.getTime() < uploadTimeMs) {
    const next = 'If the generation is still being uploaded, run this again in some minutes.';
    return [warn(what, found, next)];
  }
  const next = `${command('build', '--publish')} uploads the generation, or says why the upload fails.`;
  return [fail(what, found, next)];
}
