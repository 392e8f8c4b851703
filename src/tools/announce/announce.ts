import type { Post } from '../../client/public-post.ts';
import { digest } from '../../lib/digest.ts';
import { type Waiting, waitForLock } from '../../lib/files/lock.ts';
import { forAll } from '../../lib/for-all.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { SettingsError } from '../../model/errors.ts';
import { readConsistently } from '../../store/read/read-consistently.ts';
import type { Target } from './announce-file.ts';
import { type Ledger, readLedger, withRows, writeLedger } from './ledger.ts';
import { waitUntilLive } from './live-page.ts';
import type { Announcement } from './messages/announcement.ts';
import { type Message, messageFor } from './messages/message.ts';
import { type Batch, type Item, planAnnouncements, rowsOf, type Wishes } from './plan.ts';
import { type NewsOptions, readNews } from './read-news.ts';
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

const heldWhy = 'more than ten at once: --yes sends them';

/**
 * Announces new releases at all targets, at most once each.
 * @throws SettingsError if the ledger is damaged, WaymarkError if the content cannot be read
 */
export async function announce(options: AnnounceOptions): Promise<AnnounceReport> {
  const { ledgerFile, targets, clock, dryRun } = options;
  using _lock = await lockLedger(options);
  const now = clock.now();
  const before = await readLedger(ledgerFile);
  const { plan, texts } = await readConsistently(options.contentDir, options, async () => {
    const { items, readText } = await readNews(options);
    const plan = planAnnouncements(before, items, targets, { ...options, now });
    // Read now, because a sync may change the content during the wait for pages.
    const texts = new Map<Item, Announcement>();
    for (const item of plan.batches.flatMap((one) => one.items))
      texts.set(item, await readText(item));
    return { plan, texts };
  });
  const write = ({ target, items }: Batch) => {
    const all = items.flatMap((item) => texts.get(item) ?? []);
    return messageFor(target, all, options.siteUrl + options.basePath, clock.now());
  };
  const held = new Map<Item, string>();
  if (plan.isHeld) for (const item of texts.keys()) held.set(item, heldWhy);
  else if (!dryRun) await waitForPages(texts, held, options);
  const rows = plan.batches.flatMap((batch) =>
    rowsOf(batch, clock.now(), (item) => {
      return { state: held.has(item) ? 'held' : 'claimed', why: held.get(item) };
    }),
  );
  const report = { ...plan, ledger: withRows(plan.ledger, rows), targets, now, messages: [] };
  if (dryRun) {
    const preview = (one: Batch) => `${one.target.name}:\n${write(one).body}`;
    return { ...report, messages: plan.batches.map(preview) };
  }
  await writeLedger(ledgerFile, report.ledger);
  const live = plan.batches
    .map(({ target, items }) => ({ target, items: items.filter((item) => !held.has(item)) }))
    .filter(({ items }) => items.length > 0);
  if (live.length > 0)
    await options.onClaimed?.().catch(async (error) => {
      await writeLedger(ledgerFile, before);
      throw error;
    });
  return { ...report, ledger: await sendAll(live, write, report.ledger, options) };
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

/** Adds to the texts what only pages say, and to `held` why an item is not live. */
async function waitForPages(
  texts: Map<Item, Announcement>,
  held: Map<Item, string>,
  { clock, waitMs }: AnnounceOptions,
): Promise<void> {
  const until = clock.now().getTime() + waitMs;
  await forAll([...texts], 4, async ([item, text]) => {
    const page = await waitUntilLive(text.url, item.mark, { clock, until });
    if ('why' in page) held.set(item, page.why);
    else texts.set(item, { ...text, ...page });
  });
}

async function sendAll(
  batches: readonly Batch[],
  write: (batch: Batch) => Message,
  claimed: Ledger,
  options: AnnounceOptions,
): Promise<Ledger> {
  const { ledgerFile, clock, waitMs } = options;
  let ledger = claimed;
  let writing = Promise.resolve();
  // The wait for pages may have taken all of its own time.
  const until = clock.now().getTime() + waitMs;
  const byTarget = Map.groupBy(batches, ({ target }) => target);
  await forAll([...byTarget], 4, async ([target, own]) => {
    const { name, variable } = target;
    const disabled = digest(target.address.href, 16);
    const off: Sent = { state: 'failed', why: `is off until ${variable} has another address` };
    for (const batch of own) {
      const isOff = ledger.targets[name]?.disabled === disabled;
      const message = write(batch);
      const { isGone, ...sent } = isOff
        ? off
        : await sendMessage(message, target, { ...options, until });
      const targets = { ...ledger.targets, ...(isGone && { [name]: { disabled } }) };
      ledger = withRows(
        { ...ledger, targets },
        rowsOf(batch, clock.now(), () => sent),
      );
      writing = writing.then(() => writeLedger(ledgerFile, ledger));
      await writing;
    }
  });
  return ledger;
}
