import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AddressRule, isPublicAddress } from './address-rules.ts';
import { defaultTimeouts } from './pool.ts';

// Opens TLS connections to allowed IP addresses only. Before any byte is sent, it checks the
// requested address, every DNS answer and the address of the connected socket.

const timeout = defaultTimeouts.connect;

export interface ConnectorOptions {
  /** Public addresses by default. */
  allows?: AddressRule;
  /** Looks up host names; Node's `dns.lookup` by default. */
  lookup?: LookupFunction;
  /** Creates TCP connectors; undici's by default. */
  dial?: typeof buildConnector;
  /** Replaces the certificate authorities that Node trusts. */
  ca?: string | undefined;
}

export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { allows = isPublicAddress, lookup = systemLookup, dial = buildConnector, ca } = options;
  const openTcp = dial({ timeout, lookup: guardedLookup(lookup, allows) });
  const startTls = buildConnector({ timeout, allowH2: false, ...(ca !== undefined && { ca }) });
  return (target, callback) => {
    const { hostname } = target;
    // A host that is an IP address needs no DNS lookup, so it is checked here instead of in the
    // lookup.
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
 * Wraps a DNS lookup so that it fails if any returned address is refused. The socket connects to
 * the checked addresses, which prevents DNS rebinding.
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

/** The error for an IP address that the address rule refused. Retrying does not help. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  /** The kind of the failure, without the address. */
  readonly code = 'not a public address';
}

function refusal(address: string): Error {
  return new RefusedAddress(`${address} is not a public address`);
}
