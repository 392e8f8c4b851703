import { syncOnce } from '../../src/sync/run/sync-once.ts';

const [baseUrl = '', key = '', contentDir = ''] = process.argv.slice(2);
await syncOnce({ api: { baseUrl, key, auth: 'bearer' }, contentDir });
process.send?.(process.resourceUsage().maxRSS / 1024);
