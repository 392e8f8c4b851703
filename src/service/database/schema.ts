import type { Generated, Kysely } from 'kysely';
import type { Release } from '../../model/api/release.ts';
import type { EventName } from '../contract/event.ts';
import type { IncomingWebhook } from '../contract/resources.ts';

/** The database or a transaction. Code that receives one must use it, not another. */
export type Db = Kysely<Schema>;

/** 0 or 1: SQLite has no booleans. */
type Flag = 0 | 1;
/** UTC with milliseconds and a `Z`, so that text sorts by time. */
type Instant = string;
/** JSON as text, for lists that are only read with their row. */
type JsonText = string;

/** For resources without a time in the API: `import --prune` spares newer ones. */
interface PartTimes {
  /** Last change; null if unknown. */
  changed_at: Instant | null;
}

/** Rows with personal data or secrets. */
export type ErasedKind = 'subscriber' | 'hook' | 'incoming_webhook';

/** All tables, the same on both engines. `position` orders links of an owner. */
export interface Schema {
  workspace: {
    id: string;
    name: string;
    slug: string;
    url: string;
    release_change_types: JsonText;
    roadmap_status_types: JsonText;
    /** When it was named here, which imports respect; null if never. */
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
    /** The release's `created_at`. */
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
    /** The imported URL. */
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
    /** Earlier secrets, joined by spaces, which sign until then. */
    previous_secret: string | null;
    previous_secret_until: Instant | null;
    /** The lease of the delivering process; null without one. */
    leased_by: string | null;
    leased_until: Instant | null;
  };
  /** Events of hooks. */
  hook_event: { hook_id: string; event: EventName };
  event: {
    id: string;
    name: EventName;
    /** The release in the payload, with which the event is removed; null for other events. */
    release_id: string | null;
    payload: JsonText;
    /** Increases within a release, whatever the clocks say. */
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
    /** Start of a running attempt, on which later changes must not count. */
    begun_at: Instant | null;
  };
  /** Erased rows, as digests of their ids, so that no backup restores them. */
  erasure: { kind: ErasedKind; sha256: string; erased_at: Instant };
  /** Imports between their first and last batch. */
  unfinished_import: { source: string; begun_at: Instant };
}
