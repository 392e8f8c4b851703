/**
 * Lists become plain queries: bits and triggers that told which rows have a label or a list go, and
 * with them what links kept of their owners. What is left are indexes that have what a filter lets
 * through in the order of the lists, and hold the other filters. Of two that fit, SQLite takes the
 * later one: that of a project, which lets less through than a status. Then an address is there once,
 * whatever the case of its letters: the oldest subscriber that has it stays, on the lists of all.
 */
export const plainLists = `
  DROP TRIGGER release_label_added;
  DROP TRIGGER release_label_followed;
  DROP TRIGGER release_label_counted;
  DROP TRIGGER release_label_removed;
  DROP TRIGGER release_label_moved;
  DROP TRIGGER label_added;
  DROP TRIGGER subscription_added;
  DROP TRIGGER subscription_followed;
  DROP TRIGGER subscription_counted;
  DROP TRIGGER subscription_removed;
  DROP TRIGGER subscription_moved;
  DROP TRIGGER subscriber_list_added;

  DROP INDEX release_label_newest;
  DROP INDEX release_label_project_newest;
  DROP INDEX release_newest;
  DROP INDEX release_project_newest;
  DROP INDEX release_status_newest;
  DROP INDEX milestone_newest;
  DROP INDEX milestone_project_newest;
  DROP INDEX milestone_status_newest;
  DROP INDEX milestone_public_newest;
  DROP INDEX subscription_newest;
  DROP INDEX subscriber_newest;
  DROP INDEX subscriber_email;

  ALTER TABLE release_label DROP COLUMN created_at;
  ALTER TABLE release_label DROP COLUMN status;
  ALTER TABLE release_label DROP COLUMN is_public;
  ALTER TABLE release_label DROP COLUMN project_id;
  ALTER TABLE release DROP COLUMN label_bits;
  ALTER TABLE label DROP COLUMN bit;
  ALTER TABLE subscription DROP COLUMN created_at;
  ALTER TABLE subscriber DROP COLUMN list_bits;
  ALTER TABLE subscriber_list DROP COLUMN bit;

  CREATE INDEX release_newest ON release (created_at DESC, id, status, is_public, project_id);
  CREATE INDEX release_status_newest
    ON release (status, created_at DESC, id, is_public, project_id);
  CREATE INDEX release_project_newest
    ON release (project_id, created_at DESC, id, status, is_public);
  CREATE INDEX release_label_label ON release_label (label_id, release_id);

  CREATE INDEX milestone_newest ON milestone (created_at DESC, id, status, is_public, project_id);
  CREATE INDEX milestone_status_newest
    ON milestone (status, created_at DESC, id, is_public, project_id);
  CREATE INDEX milestone_project_newest
    ON milestone (project_id, created_at DESC, id, status, is_public);

  CREATE INDEX subscriber_newest ON subscriber (created_at DESC, id);
  CREATE INDEX subscription_list ON subscription (list_id, subscriber_id);

  CREATE TEMP TABLE same_address AS
    SELECT id, first_value(id) OVER (PARTITION BY lower(email) ORDER BY created_at, id) AS oldest
    FROM subscriber;
  CREATE TEMP TABLE merged_subscription AS
    SELECT oldest, list_id,
      row_number() OVER (PARTITION BY oldest ORDER BY nth) - 1 AS position
    FROM (
      SELECT oldest, list_id, min(nth) AS nth FROM (
        SELECT oldest, list_id, row_number() OVER (
          PARTITION BY oldest ORDER BY subscriber.created_at, subscriber.id, position) AS nth
        FROM same_address
        JOIN subscriber ON subscriber.id = same_address.id
        JOIN subscription ON subscriber_id = subscriber.id
        WHERE oldest IN (SELECT oldest FROM same_address WHERE id <> oldest)
      ) GROUP BY oldest, list_id
    );
  UPDATE subscriber SET updated_at = (
    SELECT max(same.updated_at) FROM same_address
    JOIN subscriber AS same ON same.id = same_address.id
    WHERE oldest = subscriber.id
  ) WHERE id IN (SELECT oldest FROM same_address WHERE id <> oldest);
  DELETE FROM subscription WHERE subscriber_id IN
    (SELECT id FROM same_address WHERE oldest IN
      (SELECT oldest FROM same_address WHERE id <> oldest));
  DELETE FROM subscriber WHERE id IN (SELECT id FROM same_address WHERE id <> oldest);
  INSERT INTO subscription (subscriber_id, list_id, position)
    SELECT oldest, list_id, position FROM merged_subscription;
  DROP TABLE same_address;
  DROP TABLE merged_subscription;
  CREATE UNIQUE INDEX subscriber_email ON subscriber (lower(email));
`;
