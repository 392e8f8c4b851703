import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../src/client/public-fetch.ts';

const api = new URL('https://api.example.com');
const below = new URL('https://api.example.com/tenants/one');
const why = (address: string, base = api) => refusalOf(new URL(address, base), base);

describe('refuses addresses of the API itself', () => {
  test.each([
    '/v1',
    '/v1/subscribers',
    '/V1/subscribers',
    '/v2/subscribers',
    '/incoming/token',
    '/Incoming',
    '/%76%31/subscribers',
    '/%2576%2531/subscribers',
    '/%69ncoming/token',
    '/./v1/subscribers',
    '/x/../v1/subscribers',
    '/%2Fv1/subscribers',
    '/v1%2Fsubscribers',
    '/v1;x=1/subscribers',
    '/;x=1/v1/subscribers',
    '/v1%20/subscribers',
    '\\v1\\subscribers',
    '/%5Cv1%5Csubscribers',
    'https://api.example.com//v1/subscribers',
    'https://api.example.com\\v1',
    'https://API.EXAMPLE.COM:443/v1',
  ])('%s', (address) => {
    expect(why(address)).toBe('it is an address of the API, not of a file');
  });

  test.each([
    '/x%2F..%2Fv1/subscribers',
    '/x/%2e%2e%2fv1',
    '/x/%252e%252e/v1',
    '/x/..%5c..%5cv1',
    '/x/..;/v1',
    '/%ff/v1',
    '/v1%00',
    '/x%0d%0a',
    `/%${'25'.repeat(9)}76%31`,
  ])('%s, which servers may decode in different ways', (address) => {
    expect(why(address)).toBe('servers may interpret its path differently');
  });

  test.each(['/tenants/one/v1/x', '/Tenants/%6fne/incoming/x', '/v1/x', '/tenants/one//v1'])(
    '%s, when the API has a base path',
    (address) => {
      expect(why(address, below)).toBe('it is an address of the API, not of a file');
    },
  );
});

test('refuses a path with thousands of nested escapes quickly', () => {
  expect(why(`/%${'25'.repeat(400_000)}76`)).toBeDefined();
}, 1_000);

test.each([
  '/files/a.png',
  '/files/v1/a.png',
  '/v1.png',
  '/files/%C3%A9t%C3%A9%20(1).png',
  '/a?x=/v1',
])('allows a file of the API’s origin: %s', (address) => {
  expect(why(address)).toBeUndefined();
  expect(why(address, below)).toBeUndefined();
});

test.each([
  'http://example.com/a.png',
  'http://api.example.com/a.png',
  'data:image/png,x',
  'file:///a',
  'ftp://a/b',
])('refuses other addresses than https: %s', (address) => {
  expect(why(address)).toBe('only https addresses are fetched');
});

test('allows files of an API on plain http', () => {
  const local = new URL('http://127.0.0.1:4010');
  expect(refusalOf(new URL('/files/a.png', local), local)).toBeUndefined();
});

test.each(['https://one:two@example.com/a.png', 'https://key@api.example.com/files/a.png'])(
  'refuses an address with credentials: %s',
  (address) => {
    expect(why(address)).toBe('the address holds credentials');
  },
);

test('allows any path of another host', () => {
  expect(why('https://cdn.example.com/v1/a.png')).toBeUndefined();
});
