/**
 * Times are UTC with milliseconds and a `Z`, so that their text sorts chronologically. Ordered
 * lists that are only read together with their row (changes, attachments) are JSON. Everything that
 * is queried or shared has its own table.
 */
export const firstSchema = `
  CREATE TABLE workspace (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    slug TEXT NOT NULL,
    url TEXT NOT NULL,
    release_change_types TEXT NOT NULL CHECK (json_valid(release_change_types)),
    roadmap_status_types TEXT NOT NULL CHECK (json_valid(roadmap_status_types))
  ) STRICT;

  CREATE TABLE project (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    slug TEXT NOT NULL
  ) STRICT;

  CREATE TABLE label (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    slug TEXT NOT NULL,
    color TEXT NOT NULL
  ) STRICT;

  CREATE TABLE contributor (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    avatar_url TEXT
  ) STRICT;

  CREATE TABLE release (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    slug TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('DRAFT', 'SCHEDULED', 'RELEASED')),
    version TEXT,
    is_pinned INTEGER NOT NULL CHECK (is_pinned IN (0, 1)),
    is_public INTEGER NOT NULL CHECK (is_public IN (0, 1)),
    is_pre_release INTEGER NOT NULL CHECK (is_pre_release IN (0, 1)),
    summary TEXT,
    hero TEXT CHECK (json_valid(hero)),
    changes TEXT NOT NULL CHECK (json_valid(changes)),
    attachments TEXT NOT NULL CHECK (json_valid(attachments)),
    project_id TEXT REFERENCES project (id),
    scheduled_at TEXT,
    released_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    CHECK ((status = 'SCHEDULED') = (scheduled_at IS NOT NULL))
  ) STRICT;
  CREATE INDEX release_newest ON release (created_at DESC, id);
  CREATE INDEX release_slug ON release (slug);
  CREATE INDEX release_project ON release (project_id);
  CREATE INDEX release_due ON release (scheduled_at) WHERE status = 'SCHEDULED';

  CREATE TABLE release_label (
    release_id TEXT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
    label_id TEXT NOT NULL REFERENCES label (id),
    position INTEGER NOT NULL,
    PRIMARY KEY (release_id, label_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX release_label_label ON release_label (label_id);

  CREATE TABLE release_contributor (
    release_id TEXT NOT NULL REFERENCES release (id) ON DELETE CASCADE,
    contributor_id TEXT NOT NULL REFERENCES contributor (id),
    position INTEGER NOT NULL,
    PRIMARY KEY (release_id, contributor_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE milestone (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    slug TEXT NOT NULL,
    status TEXT NOT NULL,
    stage TEXT NOT NULL,
    is_public INTEGER NOT NULL CHECK (is_public IN (0, 1)),
    upvote_count INTEGER NOT NULL,
    project_id TEXT REFERENCES project (id),
    attachments TEXT NOT NULL CHECK (json_valid(attachments)),
    started_at TEXT,
    ended_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX milestone_newest ON milestone (created_at DESC, id);

  CREATE TABLE milestone_label (
    milestone_id TEXT NOT NULL REFERENCES milestone (id) ON DELETE CASCADE,
    label_id TEXT NOT NULL REFERENCES label (id),
    position INTEGER NOT NULL,
    PRIMARY KEY (milestone_id, label_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE subscriber_list (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE subscriber (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL COLLATE NOCASE,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX subscriber_newest ON subscriber (created_at DESC, id);
  CREATE INDEX subscriber_email ON subscriber (email);

  CREATE TABLE subscription (
    subscriber_id TEXT NOT NULL REFERENCES subscriber (id) ON DELETE CASCADE,
    list_id TEXT NOT NULL REFERENCES subscriber_list (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    PRIMARY KEY (subscriber_id, list_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX subscription_list ON subscription (list_id);

  CREATE TABLE incoming_webhook (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    type TEXT NOT NULL CHECK (type IN ('RELEASE', 'MILESTONE', 'SUBSCRIBER')),
    is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
    url TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE,
    last_triggered_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE file (
    name TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;

  CREATE TABLE api_key (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    revoked_at TEXT
  ) STRICT;

  CREATE TABLE hook (
    id TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    event TEXT NOT NULL CHECK (event IN ('release.published', 'release.scheduled')),
    secret TEXT NOT NULL,
    created_at TEXT NOT NULL,
    disabled_at TEXT
  ) STRICT;

  CREATE TABLE event (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    release_id TEXT NOT NULL,
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE delivery (
    event_id TEXT NOT NULL REFERENCES event (id),
    hook_id TEXT NOT NULL REFERENCES hook (id) ON DELETE CASCADE,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at TEXT,
    outcome TEXT,
    PRIMARY KEY (event_id, hook_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX delivery_due ON delivery (due_at) WHERE due_at IS NOT NULL;
  `;
