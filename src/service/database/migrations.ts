/**
 * The schema, step by step; `user_version` counts the steps taken. Append only: a step that has
 * been released never changes, as databases out there have already taken it.
 *
 * Times are UTC with milliseconds and a `Z`, so that their text sorts as time does. Ordered lists
 * that are only ever read whole with their row (changes, attachments) are JSON; what is looked up
 * or shared is a table.
 */
export const migrations: readonly string[] = [
  `
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
  `,
  // An import is in here from its first batch to its last.
  `
  CREATE TABLE unfinished_import (
    source TEXT PRIMARY KEY,
    begun_at TEXT NOT NULL
  ) STRICT;
  `,
  // When a delivery was last tried, so that what is over can go; and a hook's secret before the one
  // that it has, which still signs for a while. Events of releases that are gone are no use.
  `
  ALTER TABLE delivery ADD COLUMN attempted_at TEXT;
  ALTER TABLE hook ADD COLUMN previous_secret TEXT;
  ALTER TABLE hook ADD COLUMN previous_secret_until TEXT;

  DELETE FROM delivery WHERE event_id IN
    (SELECT id FROM event WHERE release_id NOT IN (SELECT id FROM release));
  DELETE FROM event WHERE release_id NOT IN (SELECT id FROM release);
  UPDATE delivery
    SET attempted_at = (SELECT created_at FROM event WHERE event.id = event_id)
    WHERE attempts > 0;

  CREATE INDEX event_created ON event (created_at);
  CREATE INDEX event_release ON event (release_id);
  `,
  // When the workspace was named here, so that an import leaves it its name; null where it was not.
  `
  ALTER TABLE workspace ADD COLUMN named_at TEXT;
  `,
  // What filters let through, in the order of the lists: a page of it is read without sorting all of
  // it. Links keep what their release or subscriber is ordered and filtered by.
  `
  ALTER TABLE release_label ADD COLUMN created_at TEXT NOT NULL DEFAULT '';
  ALTER TABLE release_label ADD COLUMN status TEXT NOT NULL DEFAULT '';
  ALTER TABLE release_label ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE release_label ADD COLUMN project_id TEXT;
  UPDATE release_label SET (created_at, status, is_public, project_id) =
    (SELECT created_at, status, is_public, project_id FROM release WHERE id = release_id);
  CREATE TRIGGER release_label_added AFTER INSERT ON release_label BEGIN
    UPDATE release_label SET (created_at, status, is_public, project_id) =
      (SELECT created_at, status, is_public, project_id FROM release WHERE id = NEW.release_id)
    WHERE release_id = NEW.release_id AND label_id = NEW.label_id;
  END;
  CREATE TRIGGER release_label_followed
    AFTER UPDATE OF created_at, status, is_public, project_id ON release BEGIN
    UPDATE release_label SET (created_at, status, is_public, project_id) =
      (NEW.created_at, NEW.status, NEW.is_public, NEW.project_id)
    WHERE release_id = NEW.id;
  END;
  DROP INDEX release_label_label;
  CREATE INDEX release_label_newest
    ON release_label (label_id, created_at DESC, release_id, status, is_public, project_id);
  CREATE INDEX release_label_project_newest
    ON release_label (label_id, project_id, created_at DESC, release_id, status, is_public);
  DROP INDEX release_project;
  CREATE INDEX release_project_newest
    ON release (project_id, status, is_public, created_at DESC, id);
  CREATE INDEX release_status_newest ON release (status, is_public, created_at DESC, id);

  CREATE INDEX milestone_slug ON milestone (slug);
  CREATE INDEX milestone_project_newest
    ON milestone (project_id, is_public, created_at DESC, id, status);
  CREATE INDEX milestone_status_newest ON milestone (status, is_public, created_at DESC, id);
  CREATE INDEX milestone_public_newest ON milestone (is_public, created_at DESC, id);

  ALTER TABLE subscription ADD COLUMN created_at TEXT NOT NULL DEFAULT '';
  UPDATE subscription SET created_at =
    (SELECT created_at FROM subscriber WHERE id = subscriber_id);
  CREATE TRIGGER subscription_added AFTER INSERT ON subscription BEGIN
    UPDATE subscription SET created_at =
      (SELECT created_at FROM subscriber WHERE id = NEW.subscriber_id)
    WHERE subscriber_id = NEW.subscriber_id AND list_id = NEW.list_id;
  END;
  CREATE TRIGGER subscription_followed AFTER UPDATE OF created_at ON subscriber BEGIN
    UPDATE subscription SET created_at = NEW.created_at WHERE subscriber_id = NEW.id;
  END;
  DROP INDEX subscription_list;
  CREATE INDEX subscription_newest ON subscription (list_id, created_at DESC, subscriber_id);
  `,
  // The first delivery of each hook that is due, however many wait behind it.
  `
  CREATE INDEX delivery_hook ON delivery (hook_id, due_at);
  `,
];
