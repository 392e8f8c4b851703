import pLimit from 'p-limit';
import type { Post } from '../../client/public-post.ts';
import { digest } from '../../lib/digest.ts';
import { type Waiting, waitForLock } from '../../lib/files/lock.ts';
import { forAll } from '../../lib/for-all.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { SettingsError } from '../../model/errors.ts';
import { readConsistently } from '../../store/read/read-consistently.ts';
import type { Target } from './announce-file.ts';
import { type Ledger, type Row, readLedger, writeLedger } from './ledger.ts';
import { waitUntilLive } from './live-page.ts';
import { messageFor } from './message.ts';
import { type Due, planAnnouncements, toMessages, type Wishes } from './plan.ts';
import { type Announcement, type NewsOptions, readNews } from './read-news.ts';
import type { AnnounceReport } from './report.ts';
import { type Sent, sendMessage } from './send.ts';

export interface AnnounceOptions extends Waiting, Wishes, NewsOptions {
  ledgerFile: string;
  targets: readonly Target[];
  clock: Clock;
  post: Post;
  /** How long to wait for pages and for targets that are busy, in milliseconds. */
  waitMs: number;
  dryRun: boolean;
  /**
   * Called when the claims are in the ledger, before anything is sent. If it rejects, the ledger
   * gets its former content, and nothing is sent.
   */
  onClaimed?: (() => Promise<unknown>) | undefined;
}

/** What is announced at a target, with its text. */
type Told = Due & { text: Announcement };
type Message = ReturnType<typeof toMessages<Told>>[number];

/**
 * Announces new releases at all targets, at most once each.
 * @throws SettingsError if the ledger is damaged, WaymarkError if the content cannot be read
 */
export async function announce(options: AnnounceOptions): Promise<AnnounceReport> {
  const { contentDir, ledgerFile, targets, clock, dryRun } = options;
  using _lock = await lockLedger(options);
  const now = clock.now();
  const before = await readLedger(ledgerFile);
  const plan = await readConsistently(contentDir, options, async () => {
    const wishes = { ...options, now };
    const { due, ...rest } = planAnnouncements(before, await readNews(options), targets, wishes);
    // Read now, because a sync may change the content during the wait for pages.
    const told: Told[] = [];
    for (const one of due) told.push({ ...one, text: await one.item.readText() });
    return { ...rest, told };
  });
  const { ledger, told } = plan;
  const report = { ...plan, targets, now, messages: [] };
  const preview = (one: Message) => `${one.target.name}:\n${requestFor(one, options).body}`;
  if (dryRun) return { ...report, messages: toMessages(told).map(preview) };
  const isClaimed = ({ row }: Due) => row.state === 'claimed';
  await waitForPages(told.filter(isClaimed), options);
  await writeLedger(ledgerFile, ledger);
  const live = told.filter(isClaimed);
  const restore = async (error: unknown) => {
    await writeLedger(ledgerFile, before);
    throw error;
  };
  if (live.length > 0) await options.onClaimed?.().catch(restore);
  await sendAll(live, ledger, options);
  return report;
}

function lockLedger({ ledgerFile, ...waiting }: AnnounceOptions): Promise<Disposable> {
  const who = 'another announcement is running';
  return waitForLock(`${ledgerFile}.lock`, who, waiting).catch((cause) => {
    throw new SettingsError(
      `The ledger ${ledgerFile} cannot be written: ${cause.message}. Set ANNOUNCE_LEDGER to another file.`,
      { cause },
    );
  });
}

/** Adds to the texts what only pages say. Holds what is not live in time. */
async function waitForPages(all: readonly Told[], options: AnnounceOptions): Promise<void> {
  const { clock, waitMs } = options;
  const until = clock.now().getTime() + waitMs;
  await forAll([...Map.groupBy(all, ({ item }) => item)], 4, async ([item, told]) => {
    const page = await waitUntilLive(item.url, item.mark, { clock, until });
    if ('why' in page) mark(told, { state: 'held', why: page.why }, clock);
    else for (const { text } of told) Object.assign(text, page);
  });
}

async function sendAll(all: readonly Told[], ledger: Ledger, options: AnnounceOptions) {
  const { ledgerFile, clock, waitMs } = options;
  const oneAtATime = pLimit(1);
  // The wait for pages may have taken all of its own time.
  const until = clock.now().getTime() + waitMs;
  await forAll([...Map.groupBy(all, ({ target }) => target)], 4, async ([target, own]) => {
    const { name, variable, address } = target;
    const disabled = digest(address.href, 16);
    const off: Sent = { state: 'failed', why: `is off until ${variable} has another address` };
    for (const one of toMessages(own)) {
      const isOff = ledger.targets[name]?.disabled === disabled;
      const send = () => sendMessage(requestFor(one, options), target, { ...options, until });
      const { isGone, ...sent } = isOff ? off : await send();
      if (isGone) ledger.targets[name] = { disabled };
      mark(one.due, sent, clock);
      await oneAtATime(() => writeLedger(ledgerFile, ledger));
    }
  });
}

function requestFor({ target, due }: Message, { siteUrl, basePath, clock }: AnnounceOptions) {
  const texts = due.map(({ text }) => text);
  return messageFor(target, texts, siteUrl + basePath, clock.now());
}

/** Changes rows of the ledger. */
function mark(due: readonly Due[], outcome: Pick<Row, 'state' | 'why'>, clock: Clock): void {
  for (const { row } of due) Object.assign(row, outcome, { at: clock.now().toISOString() });
}
