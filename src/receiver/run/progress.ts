import type { SyncStage } from '../../sync/prepare/progress.ts';

/** The long stages of a run. */
export type Stage = SyncStage | 'rendering' | 'uploading';

/** Takes the progress of a stage; `total` may grow meanwhile. */
export type OnProgress = (stage: Stage, done: number, total: number) => void;
