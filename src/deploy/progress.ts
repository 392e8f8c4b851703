import type { SyncStage as OfSync } from '../sync/prepare/progress.ts';

/** The stages of a run that take long. */
export type SyncStage = OfSync | 'rendering';

/** Told how far a stage of a sync or a build is; `total` may grow while it runs. */
export type OnProgress = (stage: SyncStage, done: number, total: number) => void;
