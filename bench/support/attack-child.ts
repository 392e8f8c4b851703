import { attacks } from './attacks.ts';

// Attacks the service at the given address in its own process, so that it takes no CPU time from
// the measuring process. It ends with its parent.
process.once('disconnect', () => process.exit());

const [url = '', key = '', name = ''] = process.argv.slice(2);
process.send?.('begun');
await attacks[name]?.({ url, key });
