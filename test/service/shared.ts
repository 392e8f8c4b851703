import { afterAll, beforeAll } from 'vitest';
import { type Running, startService } from './start.ts';

/** One service for all the tests of a file that change nothing: gives it, once they run. */
export function shareService(): () => Running {
  let service: Running;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());
  return () => service;
}
