import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPublicFetch, type PublicFetchOptions } from '../../src/client/public-fetch.ts';
import { certificate, type Listener, startListener } from './listeners.ts';
import { lookupOf, networkTo } from './network.ts';

// Each address is requested twice: with the rule on, when no connection may reach the listener, and
// with it off, when one must. Otherwise the test would prove nothing.

const everything = () => true;
const api = 'https://api.example.com';
let listener: Listener;
beforeAll(async () => {
  listener = await startListener(({ url }) => {
    const to = new URL(url ?? '', api).searchParams.get('to');
    return to ? { status: 302, headers: { location: to } } : { body: 'reached' };
  });
});
afterAll(() => listener[Symbol.asyncDispose]());

/** Requests an address; returns the result and how many connections it opened to the listener. */
async function ask(address: string, options: Partial<PublicFetchOptions> = {}) {
  const before = listener.connections;
  await using it = createPublicFetch({ baseUrl: api, ca: certificate.cert, ...options });
  const result = await it.get(address.replace(':PORT', `:${listener.port}`));
  return { result, connections: listener.connections - before };
}

const reached = { kind: 'bytes', bytes: Buffer.from('reached') };
const notPublic = { kind: 'refused', why: expect.stringContaining('is not a public address') };

describe('on this machine', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0177.0.0.1',
    '0x7f.0x1',
    '127.0.0.1.',
    '１２７.0.0.1',
    '[::ffff:7f00:1]',
    '[::ffff:127.0.0.1]',
  ])('never connects to https://%s', async (host) => {
    const address = `https://${host}:PORT/`;
    expect(await ask(address)).toEqual({ result: notPublic, connections: 0 });
    expect(await ask(address, { allows: everything })).toEqual({ result: reached, connections: 1 });
  });

  test('never connects to a name that resolves to this machine', async () => {
    const address = 'https://localhost:PORT/';
    expect(await ask(address)).toEqual({ result: notPublic, connections: 0 });
    expect(await ask(address, { allows: everything })).toMatchObject({ result: reached });
  });

  test.each([
    ['a private answer', ['127.0.0.1']],
    ['a mapped answer', ['::ffff:127.0.0.1']],
    ['a private answer and a public one', ['127.0.0.1', '93.184.216.34']],
  ])('never connects to a name with %s', async (_what, found) => {
    const address = 'https://public.example:PORT/';
    const lookup = lookupOf(found);
    expect(await ask(address, { lookup })).toEqual({ result: notPublic, connections: 0 });
    const off = await ask(address, { lookup, allows: everything });
    expect(off).toEqual({ result: reached, connections: 1 });
  });
});

describe('on a simulated network, where every address leads to the listener', () => {
  test.each([
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '10.0.0.1',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[fd00:ec2::254]',
  ])('never connects to an internal address: https://%s', async (host) => {
    const { dial } = networkTo(listener);
    expect(await ask(`https://${host}/`, { dial })).toEqual({ result: notPublic, connections: 0 });
    const off = await ask(`https://${host}/`, { dial, allows: everything });
    expect(off).toEqual({ result: reached, connections: 1 });
  });

  test('connects to a public address', async () => {
    const { dial, reached: addresses } = networkTo(listener);
    const lookup = lookupOf(['93.184.216.34', '2606:4700::1']);
    const got = await ask('https://public.example/', { dial, lookup });
    expect(got).toEqual({ result: reached, connections: 1 });
    expect(addresses).toEqual(['93.184.216.34']);
  });

  test.each([
    [['169.254.169.254']],
    [['10.0.0.1']],
    [['64:ff9b::7f00:1']],
    [['93.184.216.34', '127.0.0.1']],
    [['93.184.216.34', 'fd00::1']],
  ])('never connects to a name that resolves to %j', async (found) => {
    const { dial } = networkTo(listener);
    const lookup = lookupOf(found);
    const got = await ask('https://public.example/', { dial, lookup });
    expect(got).toEqual({ result: notPublic, connections: 0 });
    const off = await ask('https://public.example/', { dial, lookup, allows: everything });
    expect(off).toEqual({ result: reached, connections: 1 });
  });

  test('connects to the address that was checked, even if the name changes to a private one', async () => {
    const { dial, reached: addresses } = networkTo(listener);
    const lookup = lookupOf(['93.184.216.34'], ['127.0.0.1']);
    const first = await ask('https://public.example/', { dial, lookup });
    expect([first.result, addresses]).toEqual([reached, ['93.184.216.34']]);
    const then = await ask('https://public.example/', { dial, lookup });
    expect(then).toEqual({ result: notPublic, connections: 0 });
    await ask('https://public.example/', { dial, lookup, allows: everything });
    expect(addresses).toEqual(['93.184.216.34', '127.0.0.1']);
  });

  test('closes a socket to another address than was dialled before it sends anything', async () => {
    const { dial } = networkTo(listener, '127.0.0.1');
    const options = { dial, lookup: lookupOf(['93.184.216.34']) };
    const asked = listener.asked.length;
    expect((await ask('https://public.example/', options)).result).toEqual(notPublic);
    expect(listener.asked.length).toBe(asked);
    const off = await ask('https://public.example/', { ...options, allows: everything });
    expect(off.result).toEqual(reached);
  });
});

describe('a redirect of a public page', () => {
  test.each([
    ['127.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['[::ffff:7f00:1]', '::ffff:7f00:1'],
    ['169.254.169.254', '169.254.169.254'],
    ['168.63.129.16', '168.63.129.16'],
    ['[64:ff9b::7f00:1]', '64:ff9b::7f00:1'],
  ])('to https://%s is not followed', async (host, address) => {
    const { dial, reached: addresses } = networkTo(listener);
    const options = { dial, lookup: lookupOf(['93.184.216.34']) };
    const page = `https://public.example/?to=https://${host}/`;
    expect((await ask(page, options)).result).toEqual(notPublic);
    expect(addresses).toEqual(['93.184.216.34']);
    const off = await ask(page, { ...options, allows: everything });
    expect(off.result).toEqual(reached);
    expect(addresses.slice(1)).toEqual(['93.184.216.34', address]);
  });

  test('to a name with a private address is not followed', async () => {
    const { dial, reached: addresses } = networkTo(listener);
    const lookup = () => lookupOf(['93.184.216.34'], ['10.0.0.1']);
    const page = 'https://public.example/?to=https://other.example/';
    expect((await ask(page, { dial, lookup: lookup() })).result).toEqual(notPublic);
    expect(addresses).toEqual(['93.184.216.34']);
    const off = await ask(page, { dial, lookup: lookup(), allows: everything });
    expect(off.result).toEqual(reached);
    expect(addresses.slice(1)).toEqual(['93.184.216.34', '10.0.0.1']);
  });
});
