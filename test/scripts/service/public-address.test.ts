import { afterEach, expect, test, vi } from 'vitest';
import { serviceOrigin } from '../../../scripts/service/public-address.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  [undefined, undefined, 'http://127.0.0.1:4010'],
  [undefined, 'http://localhost:4510/v1', 'http://localhost:4510'],
  [undefined, 'https://api.example.com', 'http://127.0.0.1:4010'],
  [undefined, 'no address', 'http://127.0.0.1:4010'],
  ['https://changes.example.com', 'http://127.0.0.1:4510', 'https://changes.example.com'],
])('with SERVICE_URL %s and API_BASE_URL %s, addresses begin with %s', (service, api, origin) => {
  vi.stubEnv('SERVICE_URL', service);
  vi.stubEnv('API_BASE_URL', api);
  expect(serviceOrigin()).toBe(origin);
});
