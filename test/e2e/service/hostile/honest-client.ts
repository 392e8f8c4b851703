import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { apiKey } from '../../../service/start.ts';

/** Results of all honest clients together. */
export interface Experience {
  /** Duration of each request, in milliseconds. */
  reads: number[];
  writes: number[];
  /** Number of requests that were answered 503 with Retry-After. */
  postponed: number;
  /** Answers that no honest client should get. */
  complaints: string[];
}

interface ClientOptions {
  url: string;
  /** The public address that the service is configured with. */
  publicUrl: string;
  experience: Experience;
  random: () => number;
  isOver: () => boolean;
}

/**
 * Reads lists and releases, and sometimes creates, changes, publishes and deletes one, until it is
 * over.
 */
export async function beHonest(options: ClientOptions): Promise<void> {
  const { isOver, random } = options;
  while (!isOver()) {
    await read(options, `/v1/releases?limit=20&offset=${Math.floor(random() * 50)}`);
    await read(options, '/v1/releases/timed');
    await read(options, '/v1/releases?label_ids=l-speed&status=RELEASED');
    await read(options, '/healthz');
    if (random() < 0.2) await publishOne(options);
    await delay(random() * 40);
  }
}

async function read(options: ClientOptions, path: string): Promise<void> {
  const { status, text, retryAfter } = await ask(options, 'GET', path);
  const { experience } = options;
  const { complaints } = experience;
  // PostgreSQL had no free connection within a second.
  if (status === 503 && retryAfter) experience.postponed += 1;
  else if (status !== 200) complaints.push(`GET ${path}: ${status}`);
  if (text.includes('evil.example')) complaints.push(`GET ${path}: named by somebody else`);
}

async function publishOne(options: ClientOptions): Promise<void> {
  const slug = randomUUID();
  const hero = { type: 'image', url: `${options.publicUrl}/files/hero.png` };
  const draft = { title: 'New', slug, status: 'DRAFT', label_ids: ['l-speed'], hero };
  const created = await write(options, 'POST', '/v1/releases', draft);
  if (!created) return;
  const path = `/v1/releases/${JSON.parse(created).id}`;
  await write(options, 'PATCH', path, { title: 'Renamed', is_public: true });
  await write(options, 'POST', `${path}/publish`, {});
  await write(options, 'DELETE', path);
}

/** Returns the text of the answer; undefined if the service asked to try again later. */
async function write(
  options: ClientOptions,
  method: string,
  path: string,
  body?: object,
): Promise<string | undefined> {
  const { status, text, retryAfter } = await ask(options, method, path, body);
  const { experience } = options;
  if (status === 503 && retryAfter) experience.postponed += 1;
  else if (status >= 300) experience.complaints.push(`${method} ${path}: ${status} ${text}`);
  return status < 300 ? text : undefined;
}

async function ask(
  { url, experience }: ClientOptions,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string; retryAfter: string | null }> {
  const started = performance.now();
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  experience[method === 'GET' ? 'reads' : 'writes'].push(performance.now() - started);
  return { status: response.status, text, retryAfter: response.headers.get('retry-after') };
}
