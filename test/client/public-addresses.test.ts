import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPublicFetch, type PublicFetchOptions } from '../../src/client/public-fetch.ts';
import { certificate, type Listener, startListener } from './listeners.ts';
import { lookupOf, networkTo } from './network.ts';

// Each address is asked for twice: with the rule as it is, when nothing may come to the listener,
// and with the rule switched off, when something has to: else the test would prove nothing.

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

/** Asks for an address; what came of it, and how many connections the listener got by it. */
async function ask(address: string, options: Partial<PublicFetchOptions> = {}) {
  const before = listener.connections;
  await using it = createPublicFetch({ baseUrl: api, ca: certificate.cert, ...options });
  const result = await it.get(address.replace(':PORT', `:${listener.port}`));
  return { result, connections: listener.connections - before };
}

const reached = { kind: 'bytes', bytes: Buffer.from('reached') };
const notPublic = { kind: 'refused', why: expect.stringContaining('is not a public address') };

describe('addresses of this machine', () => {
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
  ])('https://%s is never connected to', async (host) => {
    const address = `https://${host}:PORT/`;
    expect(await ask(address)).toEqual({ result: notPublic, connections: 0 });
    expect(await ask(address, { allows: everything })).toEqual({ result: reached, connections: 1 });
  });

  test('a name that the system resolves to this machine is never connected to', async () => {
    const address = 'https://localhost:PORT/';
    expect(await ask(address)).toEqual({ result: notPublic, connections: 0 });
    expect(await ask(address, { allows: everything })).toMatchObject({ result: reached });
  });

  test.each([
    ['a private answer', ['127.0.0.1']],
    ['a mapped answer', ['::ffff:127.0.0.1']],
    ['a private answer and a public one', ['127.0.0.1', '93.184.216.34']],
  ])('a name with %s is never connected to', async (_what, found) => {
    const address = 'https://public.example:PORT/';
    const lookup = lookupOf(found);
    expect(await ask(address, { lookup })).toEqual({ result: notPublic, connections: 0 });
    const off = await ask(address, { lookup, allows: everything });
    expect(off).toEqual({ result: reached, connections: 1 });
  });
});

describe('addresses that no test can have, on a network where all of them are the listener’s', () => {
  test.each([
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '10.0.0.1',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[fd00:ec2::254]',
  ])('https://%s is never connected to', async (host) => {
    const { dial } = networkTo(listener);
    expect(await ask(`https://${host}/`, { dial })).toEqual({ result: notPublic, connections: 0 });
    const off = await ask(`https://${host}/`, { dial, allows: everything });
    expect(off).toEqual({ result: reached, connections: 1 });
  });

  test('a public one is connected to', async () => {
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
  ])('a name that leads to %j is never connected to', async (found) => {
    const { dial } = networkTo(listener);
    const lookup = lookupOf(found);
    const got = await ask('https://public.example/', { dial, lookup });
    expect(got).toEqual({ result: notPublic, connections: 0 });
    const off = await ask('https://public.example/', { dial, lookup, allows: everything });
    expect(off).toEqual({ result: reached, connections: 1 });
  });

  test('a name that is public once and private then is connected to where the checked answer leads', async () => {
    const { dial, reached: addresses } = networkTo(listener);
    const lookup = lookupOf(['93.184.216.34'], ['127.0.0.1']);
    const first = await ask('https://public.example/', { dial, lookup });
    expect([first.result, addresses]).toEqual([reached, ['93.184.216.34']]);
    const then = await ask('https://public.example/', { dial, lookup });
    expect(then).toEqual({ result: notPublic, connections: 0 });
    await ask('https://public.example/', { dial, lookup, allows: everything });
    expect(addresses).toEqual(['93.184.216.34', '127.0.0.1']);
  });

  test('a socket that arrives elsewhere than it was sent is closed before anything is said', async () => {
    const { dial } = networkTo(listener, '127.0.0.1');
    const options = { dial, lookup: lookupOf(['93.184.216.34']) };
    const asked = listener.asked.length;
    expect((await ask('https://public.example/', options)).result).toEqual(notPublic);
    expect(listener.asked.length).toBe(asked);
    const off = await ask('https://public.example/', { ...options, allows: everything });
    expect(off.result).toEqual(reached);
  });
});

describe('a public page that redirects', () => {
  test.each([
    ['127.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['[::ffff:7f00:1]', '::ffff:7f00:1'],
    ['169.254.169.254', '169.254.169.254'],
    ['168.63.129.16', '168.63.129.16'],
    ['[64:ff9b::7f00:1]', '64:ff9b::7f00:1'],
  ])('to https://%s leads nowhere', async (host, address) => {
    const { dial, reached: addresses } = networkTo(listener);
    const options = { dial, lookup: lookupOf(['93.184.216.34']) };
    const page = `https://public.example/?to=https://${host}/`;
    expect((await ask(page, options)).result).toEqual(notPublic);
    expect(addresses).toEqual(['93.184.216.34']);
    const off = await ask(page, { ...options, allows: everything });
    expect(off.result).toEqual(reached);
    expect(addresses.slice(1)).toEqual(['93.184.216.34', address]);
  });

  test('to a name with a private address leads nowhere', async () => {
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
