import { z } from 'zod';
import type { ReadPage } from '../../client/endpoints.ts';
import { digestOf } from '../../lib/digest.ts';
import { RowTime } from '../../model/api/rows.ts';
import type { GoodRow } from '../parse/parse-row.ts';
import { parseRows, type Quarantined } from '../parse/parse-rows.ts';
import { isDue, type JudgedRow, type Judging, judgeRow } from './judge-row.ts';
import { type PageMemory, pageName } from './page-memory.ts';
import type { WindowRow } from './windows/read-window.ts';
import { Refs } from './windows/refs.ts';

// Takes the answers of one list; gives of each row what is needed further on, and lets the rest go.
// Bodies of what stays as it is are not kept, and those of a page that is known not even parsed.

/** Rows are compared with the API's bounds in time as the API has them, whatever else is wrong. */
const Created = z.object({ created_at: RowTime.transform((time) => Date.parse(time)) });

export interface ListedRow<Row> extends WindowRow {
  /** Missing where the row cannot be used. */
  judged?: JudgedRow;
  /** Nothing of the row was wrong: what was dropped of one is told each time. */
  isWhole: boolean;
  /** The row itself, where something is to be made of it. */
  good?: GoodRow<Row> | undefined;
  bad?: Quarantined;
}

export interface ReadListOptions {
  pages: PageMemory;
  /** What an entry of the content tells of its project and labels. */
  refsOf: (id: string) => Refs | undefined;
}

const anyShape = { io: 'input', unrepresentable: 'any' } as const;

/** Reads the pages of a list, and asks ahead for the records that their rows will need. */
export function readListPage<Row extends { id: string }, E>(
  judging: Judging<Row, E>,
  { pages, refsOf }: ReadListOptions,
): ReadPage<ListedRow<Row>> {
  const { resource, options } = judging;
  const { schema, ...rules } = resource;
  const meaning = digestOf([z.toJSONSchema(schema, anyShape), rules, options.inputs]);
  return (bytes, rows) => {
    const page = pageName(bytes, meaning);
    const known = rowsOf(pages.recall(page, options.known), judging, refsOf);
    if (known) return known;
    const listed = rows().map((row) => listRow(row, judging));
    rememberPage(page, listed, pages);
    return listed;
  };
}

/** The rows of a page that is known; none where one of them is due to be looked at again. */
function rowsOf<Row extends { id: string }, E>(
  page: ReturnType<PageMemory['recall']>,
  { resource, options }: Judging<Row, E>,
  refsOf: ReadListOptions['refsOf'],
): ListedRow<Row>[] | undefined {
  if (!page) return undefined;
  const { ids, reduced, created } = page;
  // All are asked, as each is remembered for having come along.
  const due = ids.filter((id) => isDue(id, resource.name, reduced, options));
  if (due.length > 0) return undefined;
  const judged = { needs: 'keep', unchanged: true, isAgainst: false, reduced } as const;
  const listed = ids.flatMap((id, index): ListedRow<Row>[] => {
    const [refs, source] = [refsOf(id), options.known[id]?.source];
    if (!refs || !source) return [];
    const row = { id, refs, created: created[index] ?? undefined };
    return [{ ...row, isWhole: true, judged: { ...judged, source } }];
  });
  return listed.length === ids.length ? listed : undefined;
}

function listRow<Row extends { id: string }, E>(
  row: unknown,
  judging: Judging<Row, E>,
): ListedRow<Row> {
  const { good, bad } = parseRows(judging.resource, [row]);
  const [one] = good;
  const { id } = (row ?? {}) as { id?: unknown };
  const listed = {
    id: typeof id === 'string' ? id : undefined,
    refs: Refs.safeParse(row).data ?? {},
    created: Created.safeParse(row).data?.created_at,
  };
  if (!one) return { ...listed, isWhole: false, ...(bad[0] && { bad: bad[0] }) };
  const judged = judgeRow(one, judging);
  if (judged.needs === 'fetch') judging.ahead.start(one.row.id, judged.source);
  const isUsed = judged.needs === 'fetch' || judged.needs === 'prepare';
  return { ...listed, isWhole: one.notes.length === 0, judged, ...(isUsed && { good: one }) };
}

/** Keeps in mind what every row of a page came to, where its bytes alone say so. */
function rememberPage<Row>(
  page: string,
  listed: readonly ListedRow<Row>[],
  pages: PageMemory,
): void {
  const reduced = listed.some(({ judged }) => judged?.reduced);
  const sources = new Map(
    listed.flatMap(({ id, judged, isWhole }) =>
      id && judged && isWhole && judged.needs !== 'skip' && judged.reduced === reduced
        ? [[id, judged.source]]
        : [],
    ),
  );
  const created = listed.map((row) => row.created ?? null);
  if (sources.size === listed.length) pages.remember(page, sources, { reduced, created });
}
