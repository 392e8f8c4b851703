import type { SyncStage } from '../../sync/prepare/progress.ts';

/** The stages of a run that take long. */
export type Stage = SyncStage | 'rendering' | 'uploading';

/** Told how far a stage of a sync or a build is; `total` may grow while it runs. */
export type OnProgress = (stage: Stage, done: number, total: number) => void;
