import type { Generated, Kysely } from 'kysely';
import type { Release } from '../../model/api/release.ts';
import type { EventName } from '../contract/event.ts';
import type { IncomingWebhook } from '../contract/resources.ts';

/**
 * The database, or a transaction. A function that gets one must run its queries on it: another
 * would be outside the transaction.
 */
export type Db = Kysely<Schema>;

/** 0 or 1: SQLite has no booleans. */
type Flag = 0 | 1;
/** UTC with milliseconds and a `Z`, so that sorting times as text sorts by time. */
type Instant = string;
/** JSON as text, for lists that are only read with their row. */
type JsonText = string;

/**
 * For resources that have no time in the API. `import --prune` keeps those that changed after the
 * export.
 */
interface PartTimes {
  /** Last change; null if unknown. */
  changed_at: Instant | null;
}

/** Kinds of rows that hold personal data or secrets. */
export type ErasedKind = 'subscriber' | 'hook' | 'incoming_webhook';

/** All tables, the same on both engines. `position` is the order of an owner's links. */
export interface Schema {
  workspace: {
    id: string;
    name: string;
    slug: string;
    url: string;
    release_change_types: JsonText;
    roadmap_status_types: JsonText;
    /**
     * When its name or address was set in this database, which an import then keeps; null if never.
     */
    named_at: Instant | null;
  };
  project: { id: string; name: string; slug: string } & PartTimes;
  label: { id: string; name: string; slug: string; color: string } & PartTimes;
  contributor: { id: string; name: string; avatar_url: string | null } & PartTimes;
  release: {
    id: string;
    title: string;
    body: string;
    slug: string;
    status: Release['status'];
    version: string | null;
    is_pinned: Flag;
    is_public: Flag;
    is_pre_release: Flag;
    summary: string | null;
    hero: JsonText | null;
    changes: JsonText;
    attachments: JsonText;
    project_id: string | null;
    /** Set if and only if the status is SCHEDULED. */
    scheduled_at: Instant | null;
    released_at: Instant | null;
    created_at: Instant;
    updated_at: Instant;
  };
  release_label: {
    release_id: string;
    label_id: string;
    position: number;
    /** The `created_at` of the release. */
    created_at: Generated<Instant>;
  };
  release_contributor: { release_id: string; contributor_id: string; position: number };
  milestone: {
    id: string;
    number: number;
    title: string;
    body: string;
    slug: string;
    status: string;
    stage: string;
    is_public: Flag;
    upvote_count: number;
    project_id: string | null;
    attachments: JsonText;
    started_at: Instant | null;
    ended_at: Instant | null;
    created_at: Instant;
    updated_at: Instant;
  };
  milestone_label: { milestone_id: string; label_id: string; position: number };
  subscriber_list: { id: string; name: string; created_at: Instant; updated_at: Instant };
  /** Addresses are unique, ignoring the case of A to Z. */
  subscriber: { id: string; email: string; created_at: Instant; updated_at: Instant };
  subscription: { subscriber_id: string; list_id: string; position: number };
  incoming_webhook: {
    id: string;
    name: string;
    type: IncomingWebhook['type'];
    is_enabled: Flag;
    /** The URL from an import or a command, for exports. The API makes its own from the token. */
    url: string;
    token: string;
    last_triggered_at: Instant | null;
    created_at: Instant;
    updated_at: Instant;
  };
  file: { name: string; type: string; bytes: Uint8Array };
  /** Uploads that nothing has referred to yet. */
  unused_upload: { name: string; uploaded_at: Instant };
  api_key: {
    id: string;
    name: string;
    sha256: string;
    created_at: Instant;
    expires_at: Instant | null;
    revoked_at: Instant | null;
  };
  hook: {
    id: string;
    url: string;
    secret: string;
    created_at: Instant;
    disabled_at: Instant | null;
    /** Earlier secrets, joined by spaces. They still sign until `previous_secret_until`. */
    previous_secret: string | null;
    previous_secret_until: Instant | null;
    /** The process that delivers to the hook, and holds a lease on it; null without a lease. */
    leased_by: string | null;
    leased_until: Instant | null;
  };
  /** The events that each hook is subscribed to. */
  hook_event: { hook_id: string; event: EventName };
  event: {
    id: string;
    name: EventName;
    /**
     * The release in the payload; removing the release removes the event too. Null for events
     * without a release.
     */
    release_id: string | null;
    payload: JsonText;
    /** Later events of a release have later times, even if the clock was set back. */
    created_at: Instant;
  };
  delivery: {
    event_id: string;
    hook_id: string;
    attempts: Generated<number>;
    /** Time of the next attempt; null if there is none. */
    due_at: Instant | null;
    /**
     * `delivered`, `gone`, `superseded`, or `failed: ` and the reason; null before the first
     * attempt.
     */
    outcome: string | null;
    attempted_at: Instant | null;
    /** Start of a running attempt, which may miss any change made after it. */
    begun_at: Instant | null;
  };
  /** Digests of the ids of erased rows, so that restoring a backup leaves these rows out. */
  erasure: { kind: ErasedKind; sha256: string; erased_at: Instant };
  /** Imports that have begun but not written their last batch. */
  unfinished_import: { source: string; begun_at: Instant };
}
