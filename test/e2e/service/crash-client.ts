import { randomUUID } from 'node:crypto';
import { after, type Ledger, type Wish } from '../../service/ledger.ts';
import { apiKey } from '../../service/start.ts';

interface ClientOptions {
  url: string;
  ledger: Ledger;
  random: () => number;
}

/** Creates, renames, schedules, publishes and deletes releases until the service is gone. */
export async function runClient({ url, ledger, random }: ClientOptions): Promise<void> {
  const own: string[] = [];
  try {
    for (;;) {
      const id = own[Math.floor(random() * own.length * 1.5)];
      if (id === undefined) own.push(await create(url, ledger));
      else await change({ url, ledger, random }, id);
    }
  } catch (error) {
    // `fetch` throws a TypeError if there is no answer.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Sends a request to the service with JSON and the API key. */
export async function ask(url: string, method: string, path: string, body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

async function create(url: string, ledger: Ledger): Promise<string> {
  const slug = randomUUID();
  const input = { title: slug, slug, status: 'DRAFT' };
  const { status, body } = await ask(url, 'POST', '/v1/releases', input);
  if (status !== 201) throw new Error(`create answered ${status}`);
  ledger.entries.set(body.id, { state: { title: slug, status: 'DRAFT' } });
  ledger.touched.add(body.id);
  ledger.acknowledged += 1;
  return body.id;
}

async function change({ url, ledger, random }: ClientOptions, id: string): Promise<void> {
  const entry = ledger.entries.get(id);
  if (!entry || entry.state.status === 'deleted') return;
  const wish = chooseWish(random);
  entry.wish = wish;
  ledger.touched.add(id);
  const { status, body } = await ask(url, ...requestFor(wish, id, random));
  entry.wish = undefined;
  if (status < 300) ledger.acknowledged += 1;
  const outcome = status < 300 ? wish : refusalOf(wish, status, body);
  if (outcome === 'nothing') return;
  entry.state = after(entry.state, outcome);
  if (outcome.kind === 'publish') ledger.published.add(id);
}

/** Interprets a refusal: either the release is already live, or nothing happened. */
function refusalOf(wish: Wish, status: number, body: unknown): Wish | 'nothing' {
  if (status !== 400 || (wish.kind !== 'publish' && wish.kind !== 'schedule'))
    throw new Error(`${wish.kind} answered ${status}`);
  // On a busy machine, the requested time can be past when the service reads the request.
  const isLate = 'details' in Object(body);
  return isLate ? 'nothing' : { kind: 'publish' };
}

function chooseWish(random: () => number): Wish {
  const at = random();
  if (at < 0.4) return { kind: 'rename', title: randomUUID() };
  if (at < 0.7) return { kind: 'publish' };
  return at < 0.95 ? { kind: 'schedule' } : { kind: 'delete' };
}

type Request = [method: string, path: string, body?: object];

function requestFor(wish: Wish, id: string, random: () => number): Request {
  const path = `/v1/releases/${id}`;
  const scheduled_at = new Date(Date.now() + 50 + random() * 400).toISOString();
  const requests: Record<Wish['kind'], Request> = {
    rename: ['PATCH', path, { title: 'title' in wish ? wish.title : '' }],
    publish: ['POST', `${path}/publish`],
    schedule: ['POST', `${path}/publish`, { status: 'SCHEDULED', scheduled_at }],
    delete: ['DELETE', path],
  };
  return requests[wish.kind];
}
