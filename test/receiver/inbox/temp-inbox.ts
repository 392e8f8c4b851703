import { join } from 'node:path';
import { type Inbox, openInbox } from '../../../src/receiver/inbox/open.ts';
import { recordEvent } from '../../../src/receiver/inbox/record.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** An inbox in a temporary folder. */
export async function tempInbox(): Promise<AsyncDisposable & { inbox: Inbox; file: string }> {
  const lifetimes = new AsyncDisposableStack();
  const folder = lifetimes.use(await tempFolder());
  const file = join(folder.path, 'webhook.db');
  const inbox = lifetimes.use(openInbox(file));
  return { inbox, file, [Symbol.asyncDispose]: () => lifetimes.disposeAsync() };
}

/** Stores an event that requests a release. */
export function wishFor(inbox: Inbox, id: string, now: Date, at?: Date): 'new' | 'known' {
  const target = { release: `rel_${id}`, at };
  return recordEvent(inbox, { id, subject: { type: 'release.published', target }, now });
}
