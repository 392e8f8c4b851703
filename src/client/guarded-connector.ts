import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressRule } from './address-rules.ts';
import { defaultTimeouts } from './pool.ts';

// Takes a rule for IP addresses; gives what opens TLS connections to those that it allows.
// Checks what is asked for, what names lead to, and where the socket has arrived.
// Never sends a byte to an address that the rule refuses.

const timeout = defaultTimeouts.connect;

export interface ConnectorOptions {
  allows: AddressRule;
  /** Node's `dns.lookup`, or one like it. */
  lookup: LookupFunction;
  /** Builds what opens TCP connections: undici's, or one like it. */
  dial: typeof buildConnector;
  /** The certificate authority to trust in place of those that Node knows. */
  ca: string | undefined;
}

export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { allows, lookup, dial, ca } = options;
  const openTcp = dial({ timeout, lookup: guardedLookup(lookup, allows) });
  const startTls = buildConnector({ timeout, allowH2: false, ...(ca !== undefined && { ca }) });
  return (target, callback) => {
    const { hostname } = target;
    // No lookup happens for an address, so nothing else would check this one before connecting.
    if (isIP(hostname) !== 0 && !allows(hostname)) return callback(refusal(hostname), null);
    const plain = { hostname, protocol: 'http:', port: target.port || '443' };
    openTcp(plain, (error, socket) => {
      if (error) return callback(error, null);
      const address = socket.remoteAddress ?? 'an unknown address';
      if (allows(address))
        return startTls({ ...target, protocol: 'https:', httpSocket: socket }, callback);
      socket.destroy();
      callback(refusal(address), null);
    });
  };
}

/**
 * A lookup that fails when any of its answers is refused. The addresses that it gives are those
 * that are connected to: a name that leads elsewhere when asked again gains nothing.
 */
function guardedLookup(lookup: LookupFunction, allows: AddressRule): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '');
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }];
      const refused = addresses.find(({ address }) => !allows(address));
      const [first] = addresses;
      if (refused) callback(refusal(`${hostname} (${refused.address})`), '');
      else if (options.all) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
}

/** An address that the rule refuses; asking again would not help. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

function refusal(address: string): Error {
  return new RefusedAddress(`${address} is not a public address`);
}
