/**
 * Runs an instance of the service with the options in its argument. Sends its address and its
 * warnings to the parent.
 */
import { listen } from '../../../../src/lib/http/listen.ts';
import { createLog } from '../../../../src/lib/log.ts';
import { systemClock } from '../../../../src/lib/time/clock.ts';
import { malformed } from '../../../../src/service/http/problem.ts';
import { createService } from '../../../../src/service/service.ts';
import type { InstanceOptions, Told } from './start-instance.ts';

const options: InstanceOptions = JSON.parse(process.argv[2] ?? '');
const tell = (told: Told) => void process.send?.(told);
const log = createLog({ level: 'warn', destination: { write: (line) => tell({ line }) } });
process.on('disconnect', () => process.exit());
const service = await createService({ ...options, clock: systemClock, log });
const { url } = await listen({ fetch: service.fetch, port: 0, malformed });
tell({ url });
