import type { IncomingMessage } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { addressList, includesAddress } from './address-list.ts';

/** The caller, identified by the connection and by the headers of trusted proxies. */
export interface Caller {
  address: string;
  /** Whether the client is on this machine, and no header suggests a proxy. */
  isLocal: boolean;
  /** Whether a trusted proxy reports that the client used https. */
  isSecure: boolean;
  /**
   * The service's origin in the address that the client requested, such as
   * `https://api.example.com`.
   */
  origin: string;
  /** The `Authorization` header; undefined if it is missing or empty. */
  authorization: string | undefined;
}

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

/** The last address in the chain that is not a trusted proxy. Earlier addresses may be forged. */
function forwardedFor(chain: string | undefined, trusted: BlockList, remote: string): string {
  const addresses = chain?.split(',').map((part) => part.trim()) ?? [];
  return addresses.findLast((one) => !includesAddress(trusted, one)) ?? remote;
}

function isHere(value: string | undefined): boolean {
  return (
    value === undefined || value.split(',').every((part) => includesAddress(loopback, part.trim()))
  );
}
