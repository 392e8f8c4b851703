import { fileURLToPath } from 'node:url';
import { moduleBeside } from '../src/lib/files/places.ts';
import type { Check } from '../src/lib/finding.ts';
import type { ChannelReader } from '../src/model/channels.ts';
import type { CreatePreviewer } from '../src/model/preview.ts';
import type { BucketPublisher } from '../src/publish/bucket-publisher.ts';
import type { CreateMetrics } from '../src/receiver/http/metrics.ts';
import type { CreateAnnouncer } from '../src/receiver/run/announcer.ts';
import type { HandOn } from '../src/receiver/run/hand-on.ts';
import type { CreateWorker } from '../src/receiver/run/worker.ts';
import * as channels from '../src/tools/announce/channels.ts';
import { announceCheck } from '../src/tools/announce/check-announcing.ts';
import { announceWith } from '../src/tools/announce/start-announcing.ts';
import { bucketCheck } from '../src/tools/bucket/check-bucket.ts';
import { s3Publisher } from '../src/tools/bucket/run-bucket.ts';
import { handOnToOthers } from '../src/tools/hand-on/actions.ts';
import { createReceiverMetrics } from '../src/tools/metrics/load-metrics.ts';
import { createPreviewer as previewerOf } from '../src/tools/preview/create-previewer.ts';
import { createWorkerProcess } from '../src/tools/worker/start-worker.ts';

// Tools that commands pass to the core. A tool can be set to undefined or removed from its list;
// commands then work without it. docs/architecture.md explains how to remove a tool.

export const bucketPublisher: BucketPublisher | undefined = s3Publisher;

export const createWorker: CreateWorker | undefined = createWorkerProcess;

export const handOn: HandOn | undefined = handOnToOthers;

export const createMetrics: CreateMetrics | undefined = createReceiverMetrics;

export const announcer: CreateAnnouncer | undefined = announceWith(
  fileURLToPath(moduleBeside('./announce', import.meta.url)),
);

export const channelReader: ChannelReader | undefined = channels;

/** Renders releases as readers will see them. */
export const createPreviewer: CreatePreviewer | undefined = previewerOf;

export const doctorChecks: readonly Check[] = [bucketCheck, announceCheck];
