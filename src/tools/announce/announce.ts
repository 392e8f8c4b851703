import type { PostClient } from '../../client/post-once.ts';
import { createCollections } from '../../collections/collections.ts';
import { parseSiteConfig } from '../../config/site-config.ts';
import { digest } from '../../lib/digest.ts';
import { type Waiting, waitForLock } from '../../lib/files/lock.ts';
import { forAll } from '../../lib/for-all.ts';
import { toJsonText } from '../../lib/json.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { SettingsError } from '../../model/errors.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { stringsFor } from '../../site/base/strings/languages/languages.ts';
import { createUrls, paths } from '../../site/base/urls.ts';
import { readConsistently } from '../../store/read/read-consistently.ts';
import { readWorkspaceEntry } from '../../store/read/read-for-page.ts';
import { readTables } from '../../store/read/read-tables.ts';
import type { Target } from './announce-file.ts';
import { type Ledger, type Row, readLedger, withRows, writeLedger } from './ledger.ts';
import { waitUntilLive } from './live-page.ts';
import { type Announcement, announcementOf } from './messages/announcement.ts';
import { type Message, messageFor } from './messages/message.ts';
import {
  type AnnouncePlan,
  type Batch,
  type Item,
  planAnnouncements,
  rowsOf,
  type Wishes,
} from './plan.ts';
import { readItems } from './read-items.ts';
import { type Sent, sendMessage } from './send.ts';

export interface AnnounceOptions extends Waiting, Wishes {
  contentDir: string;
  siteUrl: string;
  basePath: string;
  ledgerFile: string;
  targets: readonly Target[];
  clock: Clock;
  client: PostClient;
  /** How long to wait for pages and for targets that are busy, in milliseconds. */
  waitMs: number;
  dryRun: boolean;
  /**
   * Called when the claims are in the ledger, before anything is sent. If it rejects, the ledger
   * gets its former content, and nothing is sent.
   */
  onClaimed?: (() => Promise<void>) | undefined;
}

export interface AnnounceReport extends Pick<AnnouncePlan, 'baseline' | 'withdrawn'> {
  /** What runs of the last week did, and what is open. */
  rows: Row[];
  /** When this run began, RFC 3339 in UTC. */
  since: string;
  /** The messages of a dry run, as texts. */
  messages: string[];
}

/**
 * Announces new releases at all targets, at most once each.
 * @throws SettingsError if the ledger is damaged, WaymarkError if the content cannot be read
 */
export async function announce(options: AnnounceOptions): Promise<AnnounceReport> {
  const { ledgerFile, clock, dryRun, waitMs } = options;
  using _lock = await lockLedger(options);
  const now = clock.now();
  const before = await readLedger(ledgerFile);
  const { batches, texts, site, ...plan } = await readPlan(before, now, options);
  let words = stringsFor('en');
  const write: Write = ({ target, items }) => {
    const all = items.flatMap((item) => texts.get(item) ?? []);
    return messageFor(target, all, { site, words }, clock.now());
  };
  const report = (ledger: Ledger, messages: string[]) => {
    return { ...plan, since: now.toISOString(), rows: reportedRows(ledger, options), messages };
  };
  const preview = (one: Batch) => `${one.target.name}:\n${toJsonText(JSON.parse(write(one).body))}`;
  if (dryRun) return report(plan.ledger, batches.map(preview));
  const until = now.getTime() + waitMs;
  const whys = new Map<Item, string>();
  await forAll([...texts], 4, async ([item, text]) => {
    const page = await waitUntilLive(text.url, item.mark, { clock, until });
    if ('why' in page) return void whys.set(item, `its page ${page.why}`);
    texts.set(item, { ...text, picture: page.picture });
    words = stringsFor(page.language);
  });
  const at = clock.now().toISOString();
  const rows = batches.flatMap((batch) =>
    rowsOf(batch, at, (item) => {
      const why = whys.get(item);
      return why === undefined ? { state: 'claimed' } : { state: 'held', why };
    }),
  );
  const ledger = withRows(plan.ledger, rows);
  await storeClaims(ledger, before, options);
  const live = batches
    .map(({ target, items }) => ({ target, items: items.filter((item) => !whys.has(item)) }))
    .filter(({ items }) => items.length > 0);
  return report(await sendAll(live, write, ledger, options), []);
}

type Write = (batch: Batch) => Message;

function lockLedger({ ledgerFile, ...waiting }: AnnounceOptions): Promise<Disposable> {
  const who = 'another announcement is running';
  return waitForLock(`${ledgerFile}.lock`, who, waiting).catch((cause) => {
    throw new SettingsError(
      `The ledger ${ledgerFile} cannot be written: ${cause.message}. Set ANNOUNCE_LEDGER to another file.`,
      { cause },
    );
  });
}

/** The plan, with the texts of its items and the address of the site. */
function readPlan(before: Ledger, now: Date, options: AnnounceOptions) {
  const { contentDir, siteUrl, basePath, targets, dryRun } = options;
  return readConsistently(contentDir, options, async () => {
    const config = parseSiteConfig({}, 'site.config.ts');
    const { readCollection, readEntry } = createCollections(contentDir, config);
    const workspace = await readWorkspaceEntry(contentDir);
    const tables = await readTables(contentDir);
    const site: SiteContext = {
      workspace,
      config,
      urls: createUrls(siteUrl, basePath),
      strings: stringsFor(config.locale),
      hasRoadmap: false,
      links: [],
      projects: new Map(tables.projects.map((one) => [one.id, one])),
      labels: new Map(tables.labels.map((one) => [one.id, one])),
    };
    const items = readItems(await readCollection('releases'), tables, site);
    const plan = planAnnouncements(before, items, targets, { ...options, now });
    // A dry run shows what is held, too.
    const batches = plan.isHeld && !dryRun ? [] : plan.batches;
    // Read now, because a sync may change the content during the wait for pages.
    const texts = new Map<Item, Announcement>();
    for (const item of batches.flatMap((one) => one.items)) {
      const entry = await readEntry('releases', item.slug);
      texts.set(item, announcementOf(entry, site, item.correction));
    }
    return { ...plan, batches, texts, site: site.urls.absolute(paths.home()) };
  });
}

async function storeClaims(
  ledger: Ledger,
  before: Ledger,
  { ledgerFile, onClaimed }: AnnounceOptions,
): Promise<void> {
  await writeLedger(ledgerFile, ledger);
  if (!ledger.rows.some(({ state }) => state === 'claimed')) return;
  await onClaimed?.().catch(async (error) => {
    await writeLedger(ledgerFile, before);
    throw error;
  });
}

async function sendAll(
  batches: readonly Batch[],
  write: Write,
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
    const address = digest(target.address.href, 16);
    let isOff = ledger.targets[name]?.disabled === address;
    for (const batch of own) {
      const { isGone, ...sent }: Sent = isOff
        ? { state: 'failed', why: `is off until ${variable} has another address` }
        : await sendMessage(write(batch), target, { ...options, until });
      if (isGone) {
        isOff = true;
        const targets = { ...ledger.targets, [name]: { disabled: address } };
        ledger = { ...ledger, targets };
      }
      const rows = rowsOf(batch, clock.now().toISOString(), () => sent);
      ledger = withRows(ledger, rows);
      writing = writing.then(() => writeLedger(ledgerFile, ledger));
      await writing;
    }
  });
  return ledger;
}

const reportedMs = 7 * 24 * 3600_000;

/** Rows of now's targets: those of the last week, and all that nobody has decided about. */
function reportedRows({ rows }: Ledger, { targets, clock }: AnnounceOptions): Row[] {
  const names = new Set(targets.map(({ name }) => name));
  const since = clock.now().getTime() - reportedMs;
  return rows.filter(
    ({ target, state, at }) =>
      names.has(target) && (state === 'unknown' || Date.parse(at) >= since),
  );
}
