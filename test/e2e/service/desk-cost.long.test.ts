import { expect, test } from 'vitest';
import { routes } from '../../../src/service/desk/desk.ts';
import { signedIn, startDesk } from '../../service/desk/visitor.ts';
import { release, sample } from '../../service/sample.ts';

const count = 10_000;
const text = '<p>Some text of a release, as long as such texts are.</p>\n'.repeat(40);

// Pages cost at most 50 ms on a usual machine. The bound is far higher, because machines differ.
const maxMs = 250;
const maxBytes = 60_000;

test('no page reads or renders all of 10,000 releases', async () => {
  const releases = Array.from({ length: count }, (_, n) =>
    release(`r-${n}`, {
      ...{ title: `Release ${n}`, slug: `r-${n}`, body: text },
      created_at: new Date(Date.UTC(2020, 0, 1) + n * 3600_000).toISOString(),
    }),
  );
  await using service = await startDesk({ data: { ...sample(), releases } });
  const publisher = await signedIn(service);
  const pages = routes.flatMap(({ method, path }) =>
    method === 'GET' && !/preview|sign-in/.test(path) ? path.replace(':id', 'r-5000') : [],
  );
  const queries = ['/?text=release+77', '/?text=nothing', '/?status=DRAFT', '/?from=9950'];
  const costs = new Map<string, number>();
  for (const path of [...pages, ...queries]) {
    const times: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const before = process.cpuUsage();
      const response = await fetch(`${service.url}/desk${path}`, {
        headers: { cookie: publisher.cookie() },
      });
      const { byteLength } = await response.arrayBuffer();
      expect(response.status, path).toBe(200);
      expect(byteLength, path).toBeLessThan(maxBytes);
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
    }
    // Other work on the machine only makes a request dearer, so the cheapest one says most.
    costs.set(path, Math.min(...times));
  }
  expect(Object.fromEntries([...costs].filter(([, ms]) => ms > maxMs))).toEqual({});
});
