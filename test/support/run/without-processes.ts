import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect } from 'vitest';
import './inlined-fonts.ts';

// Setup for every unit test file: the tests stay fast because none may start a process.

const started: unknown[] = [];
const onStarted = (message: unknown) => void started.push(message);

beforeAll(() => subscribe('child_process', onStarted));

afterAll(() => {
  unsubscribe('child_process', onStarted);
  expect(started.length, 'processes started: such tests live in test/e2e').toBe(0);
});
