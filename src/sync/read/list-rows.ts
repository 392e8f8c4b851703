import { z } from 'zod';
import type { ReadPage } from '../../client/endpoints.ts';
import { digestOf } from '../../lib/digest.ts';
import { RowTime } from '../../model/api/rows.ts';
import { type ClassifiedRow, classifyRow, type DecideContext, isDue } from './classify-row.ts';
import { digestPage, type PageMemory } from './page-memory.ts';
import { type GoodRow, parseRows, type Quarantined } from './parse/parse-rows.ts';
import type { WindowRow } from './windows/read-window.ts';
import { Refs } from './windows/refs.ts';

// Reads the pages of one list and keeps only the data that later steps need, without the bodies of
// unchanged rows. Pages that an earlier sync saw are not parsed again.

/**
 * Parses only the creation time of a row, so that this time is known even if other parts of the row
 * are invalid.
 */
const Created = z.object({ created_at: RowTime.transform((time) => Date.parse(time)) });

export interface ListedRow<Row> extends WindowRow {
  /** Undefined if the row is invalid. */
  classified?: ClassifiedRow;
  /**
   * Whether all parts of the row are valid. An incomplete row is parsed at every sync, so that its
   * problems are reported again.
   */
  isComplete: boolean;
  /** The parsed row, but only if its entry will be prepared or its record will be read by id. */
  good?: GoodRow<Row> | undefined;
  bad?: Quarantined;
}

export interface ReadListOptions {
  pages: PageMemory;
  refsOf: (id: string) => Refs | undefined;
}

const anyShape = { io: 'input', unrepresentable: 'any' } as const;

/**
 * Creates a function that parses a page of a list. It also starts to request the records that have
 * to be read by id.
 */
export function createPageReader<Row extends { id: string }, E>(
  context: DecideContext<Row, E>,
  { pages, refsOf }: ReadListOptions,
): ReadPage<ListedRow<Row>> {
  const { resource, options } = context;
  const { schema, ...rules } = resource;
  const meaning = digestOf([z.toJSONSchema(schema, anyShape), rules, options.inputs]);
  return (bytes, rows) => {
    const page = digestPage(bytes, meaning);
    const known = restoreRows(pages.recall(page, options.known), context, refsOf);
    if (known) return known;
    const listed = rows().map((row) => parseListedRow(row, context));
    rememberPage(page, listed, pages);
    return listed;
  };
}

/** The rows of a page that an earlier sync saw; undefined if a row is due to be checked again. */
function restoreRows<Row extends { id: string }, E>(
  page: ReturnType<PageMemory['recall']>,
  { resource, options }: DecideContext<Row, E>,
  refsOf: ReadListOptions['refsOf'],
): ListedRow<Row>[] | undefined {
  if (!page) return undefined;
  const { ids, reduced, created } = page;
  // All rows are visited, because `isDue` also records that a row was seen.
  const due = ids.filter((id) => isDue(id, resource.name, reduced, options));
  if (due.length > 0) return undefined;
  const classified = { action: 'keep', isUnchanged: true, isMismatch: false, reduced } as const;
  const listed = ids.flatMap((id, index): ListedRow<Row>[] => {
    const [refs, source] = [refsOf(id), options.known[id]?.source];
    if (!refs || !source) return [];
    const row = { id, refs, created: created[index] ?? undefined };
    return [{ ...row, isComplete: true, classified: { ...classified, source } }];
  });
  return listed.length === ids.length ? listed : undefined;
}

function parseListedRow<Row extends { id: string }, E>(
  row: unknown,
  context: DecideContext<Row, E>,
): ListedRow<Row> {
  const { good, bad } = parseRows(context.resource, [row]);
  const [one] = good;
  const { id } = (row ?? {}) as { id?: unknown };
  const listed = {
    id: typeof id === 'string' ? id : undefined,
    refs: Refs.safeParse(row).data ?? {},
    created: Created.safeParse(row).data?.created_at,
  };
  if (!one) return { ...listed, isComplete: false, ...(bad[0] && { bad: bad[0] }) };
  const classified = classifyRow(one, context);
  if (classified.action === 'fetch') context.ahead.start(one.row.id, classified.source);
  const isUsed = classified.action === 'fetch' || classified.action === 'prepare';
  return {
    ...listed,
    isComplete: one.notes.length === 0,
    classified,
    ...(isUsed && { good: one }),
  };
}

/** Remembers a page if all its rows are valid, complete and public. */
function rememberPage<Row>(
  page: string,
  listed: readonly ListedRow<Row>[],
  pages: PageMemory,
): void {
  const reduced = listed.some(({ classified }) => classified?.reduced);
  const sources = new Map(
    listed.flatMap(({ id, classified, isComplete }) => {
      const isWhole = isComplete && classified?.reduced === reduced;
      return id && isWhole && classified.action !== 'skip' ? [[id, classified.source]] : [];
    }),
  );
  const created = listed.map((row) => row.created ?? null);
  if (sources.size === listed.length) pages.remember(page, sources, { reduced, created });
}
