import { z } from 'zod';
import type { ReadPage } from '../../client/endpoints.ts';
import { digestOf } from '../../lib/digest.ts';
import { RowTime } from '../../model/api/rows.ts';
import { type ClassifiedRow, classifyRow, type DecideContext, isDue } from './classify-row.ts';
import { digestPage, type PageMemory } from './page-memory.ts';
import { parseRow } from './parse/parse-rows.ts';
import type { WindowRow } from './windows/read-window.ts';
import { Refs } from './windows/refs.ts';

// Reads the pages of one list and keeps only the data that later steps need, without the bodies of
// unchanged rows. Pages that an earlier sync saw are not parsed again.

/**
 * Parses only the creation time of a row, so that this time is known even if other parts of the row
 * are invalid.
 */
const Created = z.object({ created_at: RowTime.transform((time) => Date.parse(time)) });

/** A row of a list. */
export interface ListedRow<Row> extends WindowRow {
  classified: ClassifiedRow<Row>;
}

/**
 * Creates a function that parses a page of a list. It also starts to request the records that have
 * to be read by id.
 */
export function createPageReader<Row extends { id: string }, E>(
  context: DecideContext<Row, E>,
  pages: PageMemory,
): ReadPage<ListedRow<Row>> {
  // PREPARE_VERSION, which is one of the inputs, stands for the schema.
  const { schema: _, ...rules } = context.resource;
  const meaning = digestOf([rules, context.inputs]);
  return (bytes, rows) => {
    const page = digestPage(bytes, meaning);
    const known = restoreRows(pages.recall(page, context.known), context);
    if (known) return known;
    const listed = rows().map((row) => parseListedRow(row, context));
    rememberPage(page, listed, pages);
    return listed;
  };
}

/** The rows of a page that an earlier sync saw; undefined if a row is due to be checked again. */
function restoreRows<Row extends { id: string }, E>(
  page: ReturnType<PageMemory['recall']>,
  context: DecideContext<Row, E>,
): ListedRow<Row>[] | undefined {
  if (!page) return undefined;
  const { ids, reduced, created } = page;
  // All rows are visited, because `isDue` also records that a row was seen.
  const due = ids.filter((id) => isDue(id, reduced, context));
  if (due.length > 0) return undefined;
  const listed = ids.flatMap((id, index): ListedRow<Row>[] => {
    const { source, project, labels } = context.known.get(id) ?? {};
    if (!source || !labels) return [];
    const refs = {
      project: project ? { id: project } : null,
      labels: labels.map((id) => ({ id })),
    };
    const row = { id, refs, created: created[index] ?? undefined };
    return [{ ...row, classified: { kind: 'fresh', id, source, reduced, isComplete: true } }];
  });
  return listed.length === ids.length ? listed : undefined;
}

function parseListedRow<Row extends { id: string }, E>(
  row: unknown,
  context: DecideContext<Row, E>,
): ListedRow<Row> {
  const { good, bad } = parseRow(context.resource, row);
  const { id } = (row ?? {}) as { id?: unknown };
  const listed = {
    id: typeof id === 'string' ? id : undefined,
    refs: Refs.safeParse(row).data ?? {},
    created: Created.safeParse(row).data?.created_at,
  };
  if (!good) return { ...listed, classified: { kind: 'bad', bad } };
  const classified = classifyRow(good, context);
  if (classified.kind === 'fetch') context.ahead.start(classified.id, classified.source);
  return { ...listed, classified };
}

/** Remembers a page if all its rows are valid, complete and public. */
function rememberPage<Row>(
  page: string,
  listed: readonly ListedRow<Row>[],
  pages: PageMemory,
): void {
  const rows = listed.flatMap(({ classified: row }) => ('source' in row ? row : []));
  const reduced = rows.some((row) => row.reduced);
  const complete = rows.filter((row) => row.isComplete && row.reduced === reduced);
  const sources = new Map(complete.map(({ id, source }) => [id, source]));
  const created = listed.map((row) => row.created ?? null);
  if (sources.size === listed.length) pages.remember(page, sources, { reduced, created });
}
