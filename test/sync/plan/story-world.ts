import type { RoadmapMove } from '../../../src/model/content/roadmap-log.ts';
import { milestoneRow, type Row, workspace } from '../../support/rows.ts';

// A roadmap that changes at random, and the log that should result, computed from these changes and
// not from what sync writes.

const stages = ['BACKLOG', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELED'];

interface Seen {
  type: string;
  title: string;
  stage: string;
  newest: number;
}

export class StoryWorld {
  milestones: Row[] = [];
  /** The title of each type, by id. */
  titles = new Map(stages.map((stage, n) => [`s-${n}`, `${stage} at first`]));
  now = Date.parse('2026-03-01T09:00:00.000Z');
  log: RoadmapMove[] = [];
  #seen: Map<string, Seen> | undefined;
  #made = 0;

  readonly random: () => number;

  constructor(random: () => number) {
    this.random = random;
  }

  get workspace(): Row {
    const types = [...this.titles].map(([id, title], n) => ({ id, title, stage: stages[n] }));
    return { ...workspace, id: 'w-1', roadmap_status_types: types };
  }

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  /** Makes a random change some minutes later. */
  step(): void {
    this.now += 1 + this.below(600_000);
    const one = this.milestones[this.below(this.milestones.length)];
    const kind = this.below(10);
    if (!one || kind < 2) this.#add();
    else if (kind === 2) this.milestones.splice(this.milestones.indexOf(one), 1);
    else if (kind === 3) Object.assign(one, { is_public: one.is_public !== true });
    else if (kind === 4)
      Object.assign(one, { title: `Called ${this.now}`, slug: `at-${this.now}` });
    else if (kind === 5) this.#rename();
    else this.#move(one);
  }

  /** Updates the expected log for a sync at this moment. */
  synced(): void {
    this.now += 1;
    const standing = new Map(
      this.milestones.filter((one) => one.is_public).map((one) => [one.id, this.#look(one)]),
    );
    if (this.#seen) this.#tell(this.#seen, standing);
    this.#seen = standing;
    this.log = this.log
      .filter(({ milestone }) => standing.has(milestone))
      .sort((a, b) => (`${a.at} ${a.milestone}` < `${b.at} ${b.milestone}` ? -1 : 1));
  }

  #tell(before: ReadonlyMap<string, Seen>, standing: ReadonlyMap<string, Seen>): void {
    for (const [milestone, { type, title, stage }] of standing) {
      const was = before.get(milestone);
      if (was && was.stage === stage && was.type === type) continue;
      const from = was ? { status: was.title, stage: was.stage } : null;
      const at = new Date(was ? this.#timeOf(milestone, was) : this.now).toISOString();
      this.log.push({ milestone, at, from, to: { status: title, stage } });
    }
  }

  /**
   * The milestone's own time if that is later than all known times, first the one for its stage.
   */
  #timeOf(id: string, was: Seen): number {
    const row: Row = this.milestones.find((one) => one.id === id) ?? { id };
    const arrivals: Record<string, unknown> = {
      IN_PROGRESS: row.started_at,
      COMPLETED: row.ended_at,
      CANCELED: row.ended_at,
    };
    const arrival = row.stage === was.stage ? undefined : arrivals[String(row.stage)];
    const told = this.log
      .filter(({ milestone }) => milestone === id)
      .map(({ at }) => Date.parse(at));
    const known = Math.max(was.newest, ...told);
    const times = [arrival, row.updated_at].filter(Boolean).map((time) => Date.parse(String(time)));
    return times.find((time) => time > known && time <= this.now) ?? this.now;
  }

  #look(row: Row): Seen {
    const times = [row.created_at, row.started_at, row.ended_at, row.updated_at].filter(Boolean);
    const newest = Math.max(...times.map((time) => Date.parse(String(time))));
    const type = String(row.type);
    return { type, title: this.titles.get(type) ?? '', stage: String(row.stage), newest };
  }

  #add(): void {
    this.#made += 1;
    const at = new Date(this.now).toISOString();
    const one = milestoneRow(`m-${this.#made}`, { is_public: this.random() < 0.7, created_at: at });
    this.milestones.push(one);
    this.#place(one, this.below(stages.length));
    Object.assign(one, { updated_at: at });
  }

  /**
   * Moves a milestone to a random stage. Some moves also set its start or end time, and one in ten
   * of these times is in the future.
   */
  #move(one: Row): void {
    const before = Number(String(one.type).slice(2));
    const next = this.#place(one, this.below(stages.length));
    const time = this.now - this.below(400_000) + (this.random() < 0.1 ? 86_400_000 : 0);
    const at = new Date(time).toISOString();
    if (this.random() < 0.5) Object.assign(one, { updated_at: new Date(this.now).toISOString() });
    if (next !== before && next === 2 && this.random() < 0.5)
      Object.assign(one, { started_at: at });
    if (next !== before && next > 2 && this.random() < 0.5) Object.assign(one, { ended_at: at });
  }

  /** Gives a milestone the type for its stage, by the id of the type. */
  #place(one: Row, next: number): number {
    Object.assign(one, { type: `s-${next}`, stage: stages[next] });
    return next;
  }

  #rename(): void {
    const id = `s-${this.below(stages.length)}`;
    this.titles.set(id, `${stages[Number(id.slice(2))]} since ${this.now}`);
  }

  /** The rows as the API returns them, with a status by the type's id or by its title. */
  rows(): Row[] {
    return this.milestones.map(({ type, ...row }, n) => {
      const id = String(type);
      return { ...row, status: n % 2 === 0 ? id : this.titles.get(id) };
    });
  }
}
