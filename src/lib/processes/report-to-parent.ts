import { promisify } from 'node:util';

/** What a program says to the process that started it. */
export interface ParentReports<Message> {
  send(message: Message): Promise<void>;
  /** What is not waited for: whoever is told may be gone by now, and this process then ends as well. */
  tell(message: Message): void;
}

export function reportsToParent<Message>(): ParentReports<Message> {
  const send: (message: Message) => Promise<void> = promisify(
    (message: Message, sent: (error: Error | null) => void) => process.send?.(message, sent),
  );
  return { send, tell: (message) => void send(message).catch(() => {}) };
}

/** Nobody looks more often, in milliseconds. */
const tellEvery = 100;

/** Tells now and then how far a stage is, and each time that all of it is done that has begun. */
export function nowAndThen<Stage>(
  tell: (stage: Stage, done: number, total: number) => void,
): (stage: Stage, done: number, total: number) => void {
  const last = new Map<Stage, number>();
  return (stage, done, total) => {
    const now = performance.now();
    if (now - (last.get(stage) ?? Number.NEGATIVE_INFINITY) < tellEvery && done < total) return;
    last.set(stage, now);
    tell(stage, done, total);
  };
}
