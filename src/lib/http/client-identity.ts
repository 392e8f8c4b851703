import type { IncomingMessage } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { addressList, includesAddress } from './address-list.ts';

/** The caller, as identified by the connection and trusted proxies. */
export interface Caller {
  address: string;
  /** The client is on this machine, with no sign of a proxy. */
  isLocal: boolean;
  /** A trusted proxy reports that it was called over https. */
  isSecure: boolean;
  /** The service's origin as the client called it, such as `https://api.example.com`. */
  origin: string;
  /** The `Authorization` header; undefined where it is missing or empty. */
  authorization: string | undefined;
}

/** The needed part of Node's request. */
type Arrival = Pick<IncomingMessage, 'headers'> & { socket: Pick<Socket, 'remoteAddress'> };

const loopback = addressList(['127.0.0.0/8', '::1/128']);

/** Headers that only proxies set, so the client is on another machine. */
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

/** Identifies the caller. Forwarding headers can remove trust; only trusted proxies add it. */
export function identify({ headers, socket }: Arrival, url: string, trusted: BlockList): Caller {
  const remote = socket.remoteAddress ?? '';
  const header = (name: string) => headers[name]?.toString();
  const isTrusted = includesAddress(trusted, remote);
  const scheme = isTrusted ? header('x-forwarded-proto')?.split(',').at(-1)?.trim() : undefined;
  const isSecure = scheme === 'https';
  return {
    address: isTrusted ? forwardedFor(header('x-forwarded-for'), trusted, remote) : remote,
    isLocal:
      includesAddress(loopback, remote) && forwardingHeaders.every((name) => isHere(header(name))),
    isSecure,
    origin: originOf(url, isSecure),
    authorization: header('authorization') || undefined,
  };
}

/** Whether the request may have been read on its way. */
export function isCleartext({ isSecure, isLocal }: Caller): boolean {
  return !isSecure && !isLocal;
}

/** Sliced, not parsed: this runs for every request. */
function originOf(url: string, isSecure: boolean): string {
  const scheme = url.indexOf('://');
  const origin = url.slice(0, url.indexOf('/', scheme + 3));
  return isSecure ? `https${origin.slice(scheme)}` : origin;
}

/** The last address before the trusted proxies. Earlier ones may be forged. */
function forwardedFor(chain: string | undefined, trusted: BlockList, remote: string): string {
  const addresses = chain?.split(',').map((part) => part.trim()) ?? [];
  return addresses.findLast((one) => !includesAddress(trusted, one)) ?? remote;
}

function isHere(value: string | undefined): boolean {
  return (
    value === undefined || value.split(',').every((part) => includesAddress(loopback, part.trim()))
  );
}
