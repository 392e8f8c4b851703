import type { Generated, Kysely } from 'kysely';
import type { Release } from '../../model/api/release.ts';
import type { EventName } from '../contract/event.ts';
import type { IncomingWebhook } from '../contract/resources.ts';

/** The service's database, or a transaction of it; whoever is handed one goes on with that. */
export type Db = Kysely<Schema>;

/** 0 or 1: SQLite knows no booleans. */
type Flag = 0 | 1;
/** UTC with milliseconds and a `Z`, so that text sorts as time does. */
type Instant = string;
/** JSON as text: ordered lists that are only ever read whole with their row. */
type JsonText = string;

/** Of what the API shows no time of: for `import --prune`, which spares what is newer. */
interface PartTimes {
  /** When it was last added or changed here; null where that is not known, as it was long ago. */
  changed_at: Instant | null;
}

/** Whoever subscribes, and what is called or calls with a secret. */
export type ErasedKind = 'subscriber' | 'hook' | 'incoming_webhook';

/**
 * Every table, with the same columns of the same kinds on both engines. What is looked up or shared
 * is a table of its own; `position` orders links within their owner.
 */
export interface Schema {
  workspace: {
    id: string;
    name: string;
    slug: string;
    url: string;
    release_change_types: JsonText;
    roadmap_status_types: JsonText;
    /** When it was named here, so that an import leaves it its name; null where it was not. */
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
    /** Set while the status is SCHEDULED, and only then. */
    scheduled_at: Instant | null;
    released_at: Instant | null;
    created_at: Instant;
    updated_at: Instant;
  };
  release_label: {
    release_id: string;
    label_id: string;
    position: number;
    /** That of the release. */
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
  /** No two have the same address, whatever the case of its letters from A to Z. */
  subscriber: { id: string; email: string; created_at: Instant; updated_at: Instant };
  subscription: { subscriber_id: string; list_id: string; position: number };
  incoming_webhook: {
    id: string;
    name: string;
    type: IncomingWebhook['type'];
    is_enabled: Flag;
    /** As it was imported. */
    url: string;
    token: string;
    last_triggered_at: Instant | null;
    created_at: Instant;
    updated_at: Instant;
  };
  file: { name: string; type: string; bytes: Uint8Array };
  /** Files that were uploaded, and that nothing has ever referred to. */
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
    /** Those before it, joined by spaces, which sign too until then. */
    previous_secret: string | null;
    previous_secret_until: Instant | null;
    /** The process that delivers to it, and until when nobody else may; null where none does. */
    leased_by: string | null;
    leased_until: Instant | null;
  };
  /** What a hook is told of. */
  hook_event: { hook_id: string; event: EventName };
  event: {
    id: string;
    name: EventName;
    /** The release whose text the payload holds, to be gone with it; null where it holds none. */
    release_id: string | null;
    payload: JsonText;
    /** Later than that of every earlier event of its release, whatever clocks say. */
    created_at: Instant;
  };
  delivery: {
    event_id: string;
    hook_id: string;
    attempts: Generated<number>;
    /** When it is tried next; null where it is over. */
    due_at: Instant | null;
    /** `delivered`, `gone`, `superseded`, or `failed: ` and why; null before the first attempt. */
    outcome: string | null;
    attempted_at: Instant | null;
    /** When an attempt began that is not over, where a change must not count on it. */
    begun_at: Instant | null;
  };
  /** What was taken away for good, so that no backup brings it back: its id alone, as a digest. */
  erasure: { kind: ErasedKind; sha256: string; erased_at: Instant };
  /** An import is in here from its first batch to its last. */
  unfinished_import: { source: string; begun_at: Instant };
}
