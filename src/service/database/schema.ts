import type { Generated, Kysely } from 'kysely';
import type { Release } from '../../model/api/release.ts';
import type { EventName } from '../contract/event.ts';
import type { IncomingWebhook } from '../contract/resources.ts';

/**
 * A connection to the database, or a transaction. A function must run its queries on the `Db` that
 * it receives, because queries on another one would be outside the transaction.
 */
export type Db = Kysely<Schema>;

/** A boolean as 0 or 1, because SQLite has no booleans. */
type Flag = 0 | 1;
/** A time in UTC with milliseconds and a `Z`, so that sorting as text sorts by time. */
type Instant = string;
/** JSON as text, for data that is only read together with its row. */
type JsonText = string;

/**
 * Column of resources that have no timestamps in the API. `import --prune` keeps resources that
 * were changed after the export.
 */
interface PartTimes {
  /** Last change; null if unknown. */
  changed_at: Instant | null;
}

/** Kinds of rows that hold personal data or secrets. */
export type ErasedKind = 'subscriber' | 'hook' | 'incoming_webhook' | 'desk_user';

/**
 * All tables, which are the same in both engines. In tables of links, `position` is the order of
 * the links of a row.
 */
export interface Schema {
  workspace: {
    id: string;
    name: string;
    slug: string;
    url: string;
    release_change_types: JsonText;
    roadmap_status_types: JsonText;
    /**
     * When the workspace's name or address was set in this database; null if neither was set.
     * Imports keep a name or address that was set.
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
    /** The day of `released_at`, such as 2026-01-31, if an import gave it. */
    released_on: string | null;
    /** Names of the targets that announce the release; null if nobody chose. */
    channels: JsonText | null;
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
    /** The days of `started_at` and `ended_at`, if an import gave them. */
    started_on: string | null;
    ended_on: string | null;
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
    /**
     * The URL from an import or a command, which is only used for exports. The API creates a URL
     * from the token.
     */
    url: string;
    token: string;
    last_triggered_at: Instant | null;
    created_at: Instant;
    updated_at: Instant;
  };
  file: { name: string; type: string; bytes: Uint8Array };
  /**
   * Files that may be unused, because they were uploaded or imported, or because a resource no
   * longer uses them. `uploaded_at` is the time of this.
   */
  unused_upload: { name: string; uploaded_at: Instant };
  api_key: {
    id: string;
    name: string;
    sha256: string;
    created_at: Instant;
    expires_at: Instant | null;
    revoked_at: Instant | null;
    /** The name of the user who made the key in the desk; null if a command made it. */
    created_by: string | null;
    /** The last day on which the key was used, such as 2026-01-31. */
    last_used_on: string | null;
  };
  /** The people who may sign in to the desk, and what they may do there. */
  desk_user: { id: string; name: string; role: 'writer' | 'publisher'; created_at: Instant };
  /** Digests of sign-in links that are not used yet. A user has at most one. */
  desk_link: { user_id: string; sha256: string; expires_at: Instant };
  /** `agent` is the browser's name for itself. */
  desk_session: {
    id: string;
    user_id: string;
    sha256: string;
    agent: string;
    created_at: Instant;
    used_at: Instant;
  };
  /** The Markdown of which a release's HTML was made, with the digest of that HTML. */
  desk_markdown: { release_id: string; markdown: string; sha256: string };
  /** Who changed what: users of the desk, and keys that wrote. */
  activity: { id: string; at: Instant; actor: string; action: string; subject: string };
  hook: {
    id: string;
    url: string;
    secret: string;
    created_at: Instant;
    disabled_at: Instant | null;
    /**
     * Earlier secrets, joined by spaces. Until `previous_secret_until`, deliveries are also signed
     * with these secrets.
     */
    previous_secret: string | null;
    previous_secret_until: Instant | null;
    /**
     * Id of the process that has a lease on the hook, which means that only this process delivers
     * to it. Null without a lease.
     */
    leased_by: string | null;
    leased_until: Instant | null;
  };
  /** The events that each hook is subscribed to. */
  hook_event: { hook_id: string; event: EventName };
  event: {
    id: string;
    name: EventName;
    /**
     * The release in the payload; null for events without a release. If the release is removed, its
     * events are removed.
     */
    release_id: string | null;
    payload: JsonText;
    /**
     * A later event of the same release always has a later time, even if the clock was set back.
     */
    created_at: Instant;
  };
  delivery: {
    event_id: string;
    hook_id: string;
    attempts: Generated<number>;
    /** Time of the next attempt; null if there is none. */
    due_at: Instant | null;
    /**
     * One of `delivered`, `gone` and `superseded`, or `failed: ` followed by the reason. Null
     * before the first attempt.
     */
    outcome: string | null;
    attempted_at: Instant | null;
    /** Start of a running attempt. Changes made after this time may not be part of the attempt. */
    begun_at: Instant | null;
  };
  /** Digests of the ids of erased rows, so that restoring a backup does not bring the rows back. */
  erasure: { kind: ErasedKind; sha256: string; erased_at: Instant };
  /** Imports that have begun, but have not written their last batch yet. */
  unfinished_import: { source: string; begun_at: Instant };
}
