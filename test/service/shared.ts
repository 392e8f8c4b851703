import { afterAll, beforeAll } from 'vitest';
import { type Running, startService } from './start.ts';

/**
 * Starts one service for all tests of a file, which may only make changes that its other tests do not
 * notice. Call the result inside of a test to get the service.
 */
export function shareService(): () => Running {
  let service: Running;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());
  return () => service;
}
