import { promisify } from 'node:util';

/**
 * Creates functions that send messages to the parent process. `notify` does not wait and ignores
 * failures.
 */
export function reportsToParent<Message>() {
  const send: (message: Message) => Promise<void> = promisify(
    (message: Message, sent: (error: Error | null) => void) => process.send?.(message, sent),
  );
  return { send, notify: (message: Message) => void send(message).catch(() => {}) };
}

const minGapMs = 100;

/** Reports the progress of a stage at most every 100 ms, and whenever the stage is complete. */
export function throttleProgress<Stage>(
  report: (stage: Stage, done: number, total: number) => void,
): (stage: Stage, done: number, total: number) => void {
  const last = new Map<Stage, number>();
  return (stage, done, total) => {
    const now = performance.now();
    if (now - (last.get(stage) ?? Number.NEGATIVE_INFINITY) < minGapMs && done < total) return;
    last.set(stage, now);
    report(stage, done, total);
  };
}
