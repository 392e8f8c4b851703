/** SQL types and clauses that differ between the engines. */
interface Words {
  text: string;
  /** SQL type of the column for subscribers' e-mail addresses. */
  email: string;
  /** Holds 0 or 1. */
  flag: string;
  /** Type of a whole number without an upper limit. */
  bigInteger: string;
  bytes: string;
  /** Returns a condition that a column is JSON or null. */
  isJson: (column: string) => string;
  /**
   * Clauses that end a `CREATE TABLE` statement: `keyedEnd` for tables with a composite key,
   * `tableEnd` for all other tables.
   */
  tableEnd: string;
  keyedEnd: string;
}

/**
 * The first tables, and the indexes that both engines have. Times are UTC with milliseconds and a
 * `Z`, so that sorting them as text sorts by time. A list that is only read together with its row
 * is stored as JSON; any other list has its own table.
 */
export function firstTables(words: Words): string {
  const { text, email, bigInteger, bytes, isJson, tableEnd, keyedEnd } = words;
  const id = `id ${text} PRIMARY KEY`;
  const times = `created_at ${text} NOT NULL, updated_at ${text} NOT NULL`;
  const flag = (name: string) => `${name} ${words.flag} NOT NULL CHECK (${name} IN (0, 1))`;
  const json = (name: string) => `${name} ${text} NOT NULL CHECK (${isJson(name)})`;
  return `
    CREATE TABLE workspace (
      ${id},
      name ${text} NOT NULL,
      slug ${text} NOT NULL,
      url ${text} NOT NULL,
      ${json('release_change_types')},
      ${json('roadmap_status_types')},
      named_at ${text}
    )${tableEnd};
    CREATE TABLE project (${id}, name ${text} NOT NULL, slug ${text} NOT NULL)${tableEnd};
    CREATE TABLE label (
      ${id},
      name ${text} NOT NULL,
      slug ${text} NOT NULL,
      color ${text} NOT NULL
    )${tableEnd};
    CREATE TABLE contributor (${id}, name ${text} NOT NULL, avatar_url ${text})${tableEnd};

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
      hero ${text} CHECK (${isJson('hero')}),
      ${json('changes')},
      ${json('attachments')},
      project_id ${text} REFERENCES project (id),
      scheduled_at ${text},
      released_at ${text},
      ${times},
      CHECK ((status = 'SCHEDULED') = (scheduled_at IS NOT NULL))
    )${tableEnd};
    CREATE INDEX release_slug ON release (slug);
    CREATE INDEX release_due ON release (scheduled_at) WHERE status = 'SCHEDULED';

    CREATE TABLE release_label (
      release_id ${text} NOT NULL REFERENCES release (id) ON DELETE CASCADE,
      label_id ${text} NOT NULL REFERENCES label (id),
      position integer NOT NULL,
      PRIMARY KEY (release_id, label_id)
    )${keyedEnd};
    CREATE INDEX release_label_label ON release_label (label_id, release_id);

    CREATE TABLE release_contributor (
      release_id ${text} NOT NULL REFERENCES release (id) ON DELETE CASCADE,
      contributor_id ${text} NOT NULL REFERENCES contributor (id),
      position integer NOT NULL,
      PRIMARY KEY (release_id, contributor_id)
    )${keyedEnd};

    CREATE TABLE milestone (
      ${id},
      number ${bigInteger} NOT NULL,
      title ${text} NOT NULL,
      body ${text} NOT NULL,
      slug ${text} NOT NULL,
      status ${text} NOT NULL,
      stage ${text} NOT NULL,
      ${flag('is_public')},
      upvote_count ${bigInteger} NOT NULL,
      project_id ${text} REFERENCES project (id),
      ${json('attachments')},
      started_at ${text},
      ended_at ${text},
      ${times}
    )${tableEnd};
    CREATE INDEX milestone_slug ON milestone (slug);

    CREATE TABLE milestone_label (
      milestone_id ${text} NOT NULL REFERENCES milestone (id) ON DELETE CASCADE,
      label_id ${text} NOT NULL REFERENCES label (id),
      position integer NOT NULL,
      PRIMARY KEY (milestone_id, label_id)
    )${keyedEnd};

    CREATE TABLE subscriber_list (${id}, name ${text} NOT NULL, ${times})${tableEnd};

    CREATE TABLE subscriber (${id}, email ${email} NOT NULL, ${times})${tableEnd};
    CREATE INDEX subscriber_newest ON subscriber (created_at DESC, id);

    CREATE TABLE subscription (
      subscriber_id ${text} NOT NULL REFERENCES subscriber (id) ON DELETE CASCADE,
      list_id ${text} NOT NULL REFERENCES subscriber_list (id) ON DELETE CASCADE,
      position integer NOT NULL,
      PRIMARY KEY (subscriber_id, list_id)
    )${keyedEnd};
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
    )${tableEnd};

    CREATE TABLE file (
      name ${text} PRIMARY KEY,
      type ${text} NOT NULL,
      bytes ${bytes} NOT NULL
    )${tableEnd};

    CREATE TABLE api_key (
      ${id},
      name ${text} NOT NULL,
      sha256 ${text} NOT NULL UNIQUE,
      created_at ${text} NOT NULL,
      revoked_at ${text}
    )${tableEnd};

    CREATE TABLE hook (
      ${id},
      url ${text} NOT NULL,
      event ${text} NOT NULL CHECK (event IN ('release.published', 'release.scheduled')),
      secret ${text} NOT NULL,
      created_at ${text} NOT NULL,
      disabled_at ${text},
      previous_secret ${text},
      previous_secret_until ${text}
    )${tableEnd};

    CREATE TABLE event (
      ${id},
      name ${text} NOT NULL,
      release_id ${text} NOT NULL,
      ${json('payload')},
      created_at ${text} NOT NULL
    )${tableEnd};
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
    )${keyedEnd};
    CREATE INDEX delivery_due ON delivery (due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX delivery_hook ON delivery (hook_id, due_at);

    CREATE TABLE unfinished_import (
      source ${text} PRIMARY KEY,
      begun_at ${text} NOT NULL
    )${tableEnd};
  `;
}
