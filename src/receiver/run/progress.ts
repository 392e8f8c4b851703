import type { SyncStage } from '../../sync/prepare/progress.ts';

/** The long stages of a run. */
export type Stage = SyncStage | 'rendering' | 'uploading';

/** Called with the progress of a stage. `total` may grow while the stage runs. */
export type OnProgress = (stage: Stage, done: number, total: number) => void;
