import { isIP, type LookupFunction, connect as openSocket } from 'node:net';
import type { buildConnector } from 'undici';

/** A DNS lookup that returns these lists of addresses in turn; the last one is repeated. */
export function lookupOf(...answers: string[][]): LookupFunction {
  let turn = 0;
  return (_hostname, options, callback) => {
    const found = answers[Math.min(turn, answers.length - 1)] ?? [];
    turn += 1;
    const all = found.map((address) => ({ address, family: isIP(address) }));
    if (options.all) callback(null, all);
    else callback(null, all[0]?.address ?? '', all[0]?.family);
  };
}

export interface Network {
  dial: typeof buildConnector;
  /** Addresses that a connection was opened to, in order. */
  reached: string[];
}

/**
 * A network in which every address leads to the listener, even those that this machine cannot have.
 * Sockets report the address that was dialled, or `arrivesAt`, as their remote address.
 */
export function networkTo({ port }: { port: number }, arrivesAt?: string): Network {
  const reached: string[] = [];
  return {
    reached,
    dial: (options) => (target, callback) => {
      const arrive = (address: string) => {
        reached.push(address);
        const socket = openSocket(port, '127.0.0.1');
        Object.defineProperty(socket, 'remoteAddress', { value: arrivesAt ?? address });
        socket.once('error', (error) => callback(error, null));
        socket.once('connect', () => callback(null, socket));
      };
      if (isIP(target.hostname) !== 0) return arrive(target.hostname);
      const { lookup } = options as { lookup: LookupFunction };
      lookup(target.hostname, { all: true }, (error, found) => {
        const [first] = Array.isArray(found) ? found : [];
        if (error || !first) callback(error ?? new Error('no address'), null);
        else arrive(first.address);
      });
    },
  };
}
