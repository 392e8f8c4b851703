import { expect, test } from 'vitest';
import { isReserved } from '../../src/config/address-warning.ts';

test.each([
  'http://localhost:4321/',
  'http://localhost./',
  'http://127.0.0.1',
  'http://127.1/',
  'http://[::1]:8080/',
  'http://changelog.localhost/',
  'https://example.com',
  'https://changelog.EXAMPLE.org/notes/',
  'https://waymark.example/',
  'https://ci.test/',
  'https://none.invalid/',
])('treats %s as unreachable for readers', (url) => {
  expect(isReserved(url)).toBe(true);
});

test.each([
  'https://example.de/',
  'https://myexample.com/',
  'https://example.com.acme.io/',
  'https://test.acme.io/',
  'https://localhost.acme.io/',
  'http://192.0.2.1/',
])('treats %s as reachable', (url) => {
  expect(isReserved(url)).toBe(false);
});
