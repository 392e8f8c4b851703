/** Ordered and compared by its bytes, as SQLite does, whatever the database's own order is. */
const text = 'text COLLATE "C"';
const id = `id ${text} PRIMARY KEY`;
const flag = (name: string) => `${name} smallint NOT NULL CHECK (${name} IN (0, 1))`;
/** Kept as it was written; the cast refuses what is no JSON, and lets null pass. */
const json = (name: string) => `${name} ${text} CHECK (json_typeof(${name}::json) <> '')`;
const times = `created_at ${text} NOT NULL, updated_at ${text} NOT NULL`;

/**
 * The tables and columns of `schema.ts`, of the same kinds as SQLite's. Indexes serve the lists,
 * newest first with and without filters, and the ends of references.
 */
export const firstTables = `
  CREATE TABLE workspace (
    ${id},
    name ${text} NOT NULL,
    slug ${text} NOT NULL,
    url ${text} NOT NULL,
    ${json('release_change_types')} NOT NULL,
    ${json('roadmap_status_types')} NOT NULL,
    named_at ${text}
  );
  CREATE TABLE project (${id}, name ${text} NOT NULL, slug ${text} NOT NULL);
  CREATE TABLE label (${id}, name ${text} NOT NULL, slug ${text} NOT NULL, color ${text} NOT NULL);
  CREATE TABLE contributor (${id}, name ${text} NOT NULL, avatar_url ${text});

  CREATE TABLE release (
    ${id},
    title ${text} NOT NULL,
    body ${text} NOT NULL,
    slug ${text} NOT NULL,
    status ${text} NOT NULL CHECK (status IN ('DRAFT', 'SCHEDULED', 'RELEASED')),
    version ${text},
    ${flag('is_pinned')},
    ${flag('is_public')},
    ${flag('is_pre_release')},
    summary ${text},
    ${json('hero')},
    ${json('changes')} NOT NULL,
    ${json('attachments')} NOT NULL,
    project_id ${text} REFERENCES project (id),
    scheduled_at ${text},
    released_at ${text},
    ${times},
    CHECK ((status = 'SCHEDULED') = (scheduled_at IS NOT NULL))
  );
  CREATE INDEX release_newest ON release (created_at DESC, id);
  CREATE INDEX release_project_newest ON release (project_id, created_at DESC, id);
  CREATE INDEX release_status_newest ON release (status, is_public, created_at DESC, id);
  CREATE INDEX release_slug ON release (slug);
  CREATE INDEX release_due ON release (scheduled_at) WHERE status = 'SCHEDULED';

  CREATE TABLE release_label (
    release_id ${text} NOT NULL REFERENCES release (id) ON DELETE CASCADE,
    label_id ${text} NOT NULL REFERENCES label (id),
    position integer NOT NULL,
    PRIMARY KEY (release_id, label_id)
  );
  CREATE INDEX release_label_label ON release_label (label_id, release_id);

  CREATE TABLE release_contributor (
    release_id ${text} NOT NULL REFERENCES release (id) ON DELETE CASCADE,
    contributor_id ${text} NOT NULL REFERENCES contributor (id),
    position integer NOT NULL,
    PRIMARY KEY (release_id, contributor_id)
  );
  CREATE INDEX release_contributor_contributor ON release_contributor (contributor_id);

  CREATE TABLE milestone (
    ${id},
    number bigint NOT NULL,
    title ${text} NOT NULL,
    body ${text} NOT NULL,
    slug ${text} NOT NULL,
    status ${text} NOT NULL,
    stage ${text} NOT NULL,
    ${flag('is_public')},
    upvote_count bigint NOT NULL,
    project_id ${text} REFERENCES project (id),
    ${json('attachments')} NOT NULL,
    started_at ${text},
    ended_at ${text},
    ${times}
  );
  CREATE INDEX milestone_newest ON milestone (created_at DESC, id);
  CREATE INDEX milestone_public_newest ON milestone (is_public, created_at DESC, id);
  CREATE INDEX milestone_project_newest ON milestone (project_id, created_at DESC, id);
  CREATE INDEX milestone_status_newest ON milestone (status, is_public, created_at DESC, id);
  CREATE INDEX milestone_slug ON milestone (slug);

  CREATE TABLE milestone_label (
    milestone_id ${text} NOT NULL REFERENCES milestone (id) ON DELETE CASCADE,
    label_id ${text} NOT NULL REFERENCES label (id),
    position integer NOT NULL,
    PRIMARY KEY (milestone_id, label_id)
  );
  CREATE INDEX milestone_label_label ON milestone_label (label_id);

  CREATE TABLE subscriber_list (${id}, name ${text} NOT NULL, ${times});

  CREATE TABLE subscriber (${id}, email ${text} NOT NULL, ${times});
  CREATE INDEX subscriber_newest ON subscriber (created_at DESC, id);
  CREATE UNIQUE INDEX subscriber_email ON subscriber (lower(email COLLATE "C"));

  CREATE TABLE subscription (
    subscriber_id ${text} NOT NULL REFERENCES subscriber (id) ON DELETE CASCADE,
    list_id ${text} NOT NULL REFERENCES subscriber_list (id) ON DELETE CASCADE,
    position integer NOT NULL,
    PRIMARY KEY (subscriber_id, list_id)
  );
  CREATE INDEX subscription_list ON subscription (list_id, subscriber_id);

  CREATE TABLE incoming_webhook (
    ${id},
    name ${text} NOT NULL,
    type ${text} NOT NULL CHECK (type IN ('RELEASE', 'MILESTONE', 'SUBSCRIBER')),
    ${flag('is_enabled')},
    url ${text} NOT NULL,
    token ${text} NOT NULL UNIQUE,
    last_triggered_at ${text},
    ${times}
  );

  CREATE TABLE file (name ${text} PRIMARY KEY, type ${text} NOT NULL, bytes bytea NOT NULL);
  -- Uncompressed, so that a part of one is read without the whole.
  ALTER TABLE file ALTER COLUMN bytes SET STORAGE EXTERNAL;

  CREATE TABLE api_key (
    ${id},
    name ${text} NOT NULL,
    sha256 ${text} NOT NULL UNIQUE,
    created_at ${text} NOT NULL,
    revoked_at ${text}
  );

  CREATE TABLE hook (
    ${id},
    url ${text} NOT NULL,
    event ${text} NOT NULL CHECK (event IN ('release.published', 'release.scheduled')),
    secret ${text} NOT NULL,
    created_at ${text} NOT NULL,
    disabled_at ${text},
    previous_secret ${text},
    previous_secret_until ${text}
  );

  CREATE TABLE event (
    ${id},
    name ${text} NOT NULL,
    release_id ${text} NOT NULL,
    ${json('payload')} NOT NULL,
    created_at ${text} NOT NULL
  );
  CREATE INDEX event_created ON event (created_at);
  CREATE INDEX event_release ON event (release_id);

  CREATE TABLE delivery (
    event_id ${text} NOT NULL REFERENCES event (id),
    hook_id ${text} NOT NULL REFERENCES hook (id) ON DELETE CASCADE,
    attempts integer NOT NULL DEFAULT 0,
    due_at ${text},
    outcome ${text},
    attempted_at ${text},
    PRIMARY KEY (event_id, hook_id)
  );
  CREATE INDEX delivery_due ON delivery (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX delivery_hook ON delivery (hook_id, due_at);

  CREATE TABLE unfinished_import (source ${text} PRIMARY KEY, begun_at ${text} NOT NULL);
`;
