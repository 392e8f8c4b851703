import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { addressList, includesAddress } from './address-list.ts';

/** Who is calling, as far as the connection and the proxies that are trusted tell. */
export interface Caller {
  address: string;
  /** On this very machine: no forwarding header shows that the client is elsewhere. */
  isLocal: boolean;
  /** Nobody on the way could read along: a trusted proxy says that it was called by https. */
  isSecure: boolean;
  /** Where the client reached the service, such as `https://api.example.com`. */
  origin: string;
  /** The `Authorization` header; undefined where it is missing or empty. */
  authorization: string | undefined;
}

interface Arrival {
  /** The other end of the connection. */
  remote: string;
  url: string;
  header: (name: string) => string | undefined;
}

const loopback = addressList(['127.0.0.0/8', '::1/128']);

/** Headers that only a proxy sets: the client is where they say, and unknown where they do not. */
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

/** Works out who is calling. Forwarding headers can take trust away, only trusted proxies give it. */
export function identify({ remote, url, header }: Arrival, trusted: BlockList): Caller {
  const isTrusted = includesAddress(trusted, remote);
  const scheme = isTrusted ? header('x-forwarded-proto')?.split(',').at(-1)?.trim() : undefined;
  const isSecure = scheme === 'https';
  return {
    address: isTrusted ? forwardedFor(header, trusted, remote) : remote,
    isLocal:
      includesAddress(loopback, remote) && forwardingHeaders.every((name) => isHere(header(name))),
    isSecure,
    origin: originOf(url, isSecure),
    authorization: header('authorization') || undefined,
  };
}

/** What a request says of its sender. */
export function arrivalOf({ headers, socket }: IncomingMessage, url: string): Arrival {
  return {
    remote: socket.remoteAddress ?? '',
    url,
    header: (name) => headers[name]?.toString(),
  };
}

/** Whether somebody on the way could have read along. */
export function isCleartext({ isSecure, isLocal }: Caller): boolean {
  return !isSecure && !isLocal;
}

/** Cut out rather than parsed, as every request comes by here. */
function originOf(url: string, isSecure: boolean): string {
  const scheme = url.indexOf('://');
  const origin = url.slice(0, url.indexOf('/', scheme + 3));
  return isSecure ? `https${origin.slice(scheme)}` : origin;
}

/** The nearest address in front of the trusted proxies; what stands before it may be invented. */
function forwardedFor(header: Arrival['header'], trusted: BlockList, remote: string): string {
  const chain = header('x-forwarded-for')?.split(',') ?? [];
  return (
    chain.map((part) => part.trim()).findLast((part) => !includesAddress(trusted, part)) ?? remote
  );
}

function isHere(value: string | undefined): boolean {
  return (
    value === undefined || value.split(',').every((part) => includesAddress(loopback, part.trim()))
  );
}
