import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createReceiverMetrics } from '../../src/tools/metrics/load-metrics.ts';
import { genuine, startReceiver } from '../receiver/http/start-receiver.ts';
import { metricsToken, scraped, startWithMetrics } from '../service/health/with-metrics.ts';

const pool = () => ({ total: 1, idle: 1, waiting: 0 });

test('docs/service.md lists exactly the metrics of the service', async () => {
  await using service = await startWithMetrics({ pool });
  expect(documented('docs/service.md')).toEqual(shown(await scraped(service)));
});

test('docs/receiver.md lists exactly the metrics of the receiver', async () => {
  await using receiver = await startReceiver({
    metricsToken,
    createMetrics: createReceiverMetrics,
  });
  await receiver.send(genuine());
  await receiver.pass(0);
  await receiver.runs[0]?.end();
  const response = await receiver.get('/metrics', { authorization: `Bearer ${metricsToken}` });
  expect(documented('docs/receiver.md')).toEqual(shown(await response.text()));
});

test('alerts use only metrics that exist', () => {
  const known = [...documented('docs/service.md'), ...documented('docs/receiver.md')];
  const alerts = readFileSync('docs/examples/prometheus/alerts.yml', 'utf8');
  const named = [...alerts.matchAll(/\bwaymark_\w+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

function documented(page: string): string[] {
  const rows = readFileSync(page, 'utf8').matchAll(/^\| `(waymark_\w+)` \|/gm);
  return [...rows].map(([, name = '']) => name).sort();
}

/** Waymark's own metrics in the text, without those of the runtime. */
function shown(text: string): string[] {
  return [...text.matchAll(/^# TYPE (waymark_\w+) /gm)].map(([, name = '']) => name).sort();
}
