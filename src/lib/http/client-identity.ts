import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { addressList, includesAddress } from './address-list.ts';

/** The caller, identified by the connection and by the headers of trusted proxies. */
export type Caller = ReturnType<typeof identify>;

/** The properties of Node's request that identify the caller. */
type Arrival = Pick<IncomingMessage, 'headers'> & { socket: Pick<Socket, 'remoteAddress'> };

const loopback = addressList(['127.0.0.0/8', '::1/128']);

/** Only proxies set these headers. A request with one of them comes from another machine. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
];

/**
 * Identifies the caller. Any client can send forwarding headers, so their values only count if the
 * request comes from a trusted proxy.
 */
export function identify({ headers, socket }: Arrival, url: string, trusted: BlockList) {
  const remote = readAddress(socket.remoteAddress ?? '') ?? '';
  const header = (name: string) => headers[name]?.toString();
  const isTrusted = includesAddress(trusted, remote);
  const scheme = isTrusted ? header('x-forwarded-proto')?.split(',').at(-1)?.trim() : undefined;
  const isSecure = scheme === 'https';
  return {
    /**
     * The address by which the caller is counted. Of an IPv6 address, this is the network (/64),
     * because a client can have any address in it.
     */
    address: countedAs(
      isTrusted ? forwardedFor(header('x-forwarded-for'), trusted, remote) : remote,
    ),
    /** Whether the client is on this machine, and no header suggests a proxy. */
    isLocal:
      includesAddress(loopback, remote) && forwardingHeaders.every((name) => isHere(header(name))),
    /** Whether a trusted proxy reports that the client used https. */
    isSecure,
    /**
     * The service's origin in the address that the client requested, such as
     * `https://api.example.com`.
     */
    origin: originOf(url, isSecure),
    /** The `Authorization` header; undefined if it is missing or empty. */
    authorization: header('authorization') || undefined,
  };
}

/** Whether a header suggests that a proxy forwarded the request. */
export function isForwarded(headers: Arrival['headers']): boolean {
  return forwardingHeaders.some((name) => headers[name] !== undefined);
}

/** Whether the request came over the network unencrypted, so that others could have read it. */
export function isCleartext({ isSecure, isLocal }: Caller): boolean {
  return !isSecure && !isLocal;
}

/** The origin is cut from the text without parsing the URL, because this runs for every request. */
function originOf(url: string, isSecure: boolean): string {
  const scheme = url.indexOf('://');
  const origin = url.slice(0, url.indexOf('/', scheme + 3));
  return isSecure ? `https${origin.slice(scheme)}` : origin;
}

/**
 * The last address in the chain that is not a trusted proxy. Earlier addresses may be forged. If
 * there is a word instead, which no proxy writes, the proxy counts as the caller.
 */
function forwardedFor(chain: string | undefined, trusted: BlockList, remote: string): string {
  const addresses = chain?.split(',').map(readAddress) ?? [];
  const isOther = (one: string | undefined) => one === undefined || !includesAddress(trusted, one);
  return addresses.findLast(isOther) ?? remote;
}

/**
 * An address in its normal form, without port, brackets and zone; undefined if the text is not an
 * address. IPv4 addresses that are mapped to IPv6 become IPv4 addresses.
 */
function readAddress(text: string): string | undefined {
  const [, bracketed, plain = text] =
    /^\[(.*)\](?::\d+)?$|^([\d.]+)(?::\d+)?$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? plain).trim().replace(/%.*$/, '');
  if (!isIPv6(address)) return isIP(address) ? address : undefined;
  const normal = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high = '', low = ''] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(normal) ?? [];
  if (low === '') return normal;
  return [high, low].flatMap((hex) => [...Buffer.from(hex.padStart(4, '0'), 'hex')]).join('.');
}

function countedAs(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

function isHere(value: string | undefined): boolean {
  return (
    value === undefined || value.split(',').every((part) => includesAddress(loopback, part.trim()))
  );
}
