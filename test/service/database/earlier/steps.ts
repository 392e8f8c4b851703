import { firstSchema } from './first-schema.ts';

/** The steps of the schema before there were migrations. `user_version` counted the steps. */
export const steps: readonly string[] = [
  firstSchema,
  // Holds an import from its first batch to its last.
  `
  CREATE TABLE unfinished_import (
    source TEXT PRIMARY KEY,
    begun_at TEXT NOT NULL
  ) STRICT;
  `,
  // Adds the time of a delivery's last attempt, by which old deliveries are deleted, and a hook's
  // previous secret, which still signs for a while. Deletes events of deleted releases.
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
  // Adds the time at which a command named the workspace. An import then keeps that name. Null if
  // it was never named.
  `
  ALTER TABLE workspace ADD COLUMN named_at TEXT;
  `,
  // Adds indexes in the order of the API's lists, so that a filtered page is read without sorting
  // all rows. Link tables repeat the columns by which their release or subscriber is sorted and
  // filtered.
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
  // Finds the next due delivery of each hook without reading those after it.
  `
  CREATE INDEX delivery_hook ON delivery (hook_id, due_at);
  `,
  // Adds a bit mask of a row's labels or subscriber lists to the index in list order. Labels share
  // 52 bits, because JavaScript represents only integers up to 53 bits exactly.
  `
  ALTER TABLE label ADD COLUMN bit INTEGER NOT NULL DEFAULT 0;
  UPDATE label SET bit = 1 << (rowid % 52);
  CREATE TRIGGER label_added AFTER INSERT ON label BEGIN
    UPDATE label SET bit = 1 << (NEW.rowid % 52) WHERE id = NEW.id;
  END;
  ALTER TABLE release ADD COLUMN label_bits INTEGER NOT NULL DEFAULT 0;
  UPDATE release SET label_bits = (
    SELECT coalesce(sum(DISTINCT bit), 0)
    FROM release_label JOIN label ON label.id = label_id WHERE release_id = release.id
  );
  CREATE TRIGGER release_label_counted AFTER INSERT ON release_label BEGIN
    UPDATE release SET label_bits = label_bits | (SELECT bit FROM label WHERE id = NEW.label_id)
    WHERE id = NEW.release_id;
  END;
  CREATE TRIGGER release_label_removed AFTER DELETE ON release_label BEGIN
    UPDATE release SET label_bits = (
      SELECT coalesce(sum(DISTINCT bit), 0)
      FROM release_label JOIN label ON label.id = label_id WHERE release_id = OLD.release_id
    ) WHERE id = OLD.release_id;
  END;
  CREATE TRIGGER release_label_moved AFTER UPDATE OF release_id, label_id ON release_label BEGIN
    UPDATE release SET label_bits = (
      SELECT coalesce(sum(DISTINCT bit), 0)
      FROM release_label JOIN label ON label.id = label_id WHERE release_id = release.id
    ) WHERE id IN (OLD.release_id, NEW.release_id);
  END;
  DROP INDEX release_newest;
  CREATE INDEX release_newest
    ON release (created_at DESC, id, label_bits, status, is_public, project_id);

  ALTER TABLE subscriber_list ADD COLUMN bit INTEGER NOT NULL DEFAULT 0;
  UPDATE subscriber_list SET bit = 1 << (rowid % 52);
  CREATE TRIGGER subscriber_list_added AFTER INSERT ON subscriber_list BEGIN
    UPDATE subscriber_list SET bit = 1 << (NEW.rowid % 52) WHERE id = NEW.id;
  END;
  ALTER TABLE subscriber ADD COLUMN list_bits INTEGER NOT NULL DEFAULT 0;
  UPDATE subscriber SET list_bits = (
    SELECT coalesce(sum(DISTINCT bit), 0)
    FROM subscription JOIN subscriber_list ON subscriber_list.id = list_id
    WHERE subscriber_id = subscriber.id
  );
  CREATE TRIGGER subscription_counted AFTER INSERT ON subscription BEGIN
    UPDATE subscriber
    SET list_bits = list_bits | (SELECT bit FROM subscriber_list WHERE id = NEW.list_id)
    WHERE id = NEW.subscriber_id;
  END;
  CREATE TRIGGER subscription_removed AFTER DELETE ON subscription BEGIN
    UPDATE subscriber SET list_bits = (
      SELECT coalesce(sum(DISTINCT bit), 0)
      FROM subscription JOIN subscriber_list ON subscriber_list.id = list_id
      WHERE subscriber_id = OLD.subscriber_id
    ) WHERE id = OLD.subscriber_id;
  END;
  CREATE TRIGGER subscription_moved AFTER UPDATE OF subscriber_id, list_id ON subscription BEGIN
    UPDATE subscriber SET list_bits = (
      SELECT coalesce(sum(DISTINCT bit), 0)
      FROM subscription JOIN subscriber_list ON subscriber_list.id = list_id
      WHERE subscriber_id = subscriber.id
    ) WHERE id IN (OLD.subscriber_id, NEW.subscriber_id);
  END;
  DROP INDEX subscriber_newest;
  CREATE INDEX subscriber_newest ON subscriber (created_at DESC, id, list_bits);
  `,
];
