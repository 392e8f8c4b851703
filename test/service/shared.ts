import { afterAll, beforeAll } from 'vitest';
import { type Running, startService } from './start.ts';

/**
 * Starts one service for all tests of a file, none of which may change its data. Call the result
 * inside of a test to get the service.
 */
export function shareService(): () => Running {
  let service: Running;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());
  return () => service;
}
