import { join } from 'node:path';
import { z } from 'zod';
import type { DataSetEntry } from '../../config/sources-file.ts';
import { parseForeignJson } from '../../lib/json.ts';
import { RowId } from '../../model/api/rows.ts';
import { SettingsError } from '../../model/errors.ts';
import { datesOf } from '../dates.ts';
import { readTextFile, refuseOutside } from '../local-files.ts';
import { projectOf } from '../past-rows.ts';
import { emptyRows, type Source, SourceError, type SourceRow } from '../source.ts';

const Row = z.looseObject({ id: RowId });
const Type = z.looseObject({ id: z.string(), title: z.string(), color: z.string() });

/**
 * The parts of a data set that this source reads. The rows in it are validated later, like rows of
 * the API.
 */
const DataSet = z.object({
  workspace: z.looseObject({ release_change_types: z.array(Type).default([]) }).optional(),
  releases: z.array(Row).default([]),
  milestones: z.array(Row).default([]),
});

interface DataSetOptions {
  name: string;
  entry: DataSetEntry;
  /** Project of entries that have no project. */
  rootName: string;
  /** Zone of dates without a time. */
  timeZone: string;
  /** Folder to which the paths in `sources.yaml` are relative. */
  cwd: string;
}

/** Creates a source for a data set, which is the output of `convert` or an export of the service. */
export function createDataSetSource(options: DataSetOptions): Source {
  const { name, entry, rootName, timeZone, cwd } = options;
  const { dataset, project } = entry;
  return {
    name,
    read: async () => {
      const { workspace, releases, milestones } = await readDataSet(dataset, cwd);
      const types = new Map(workspace?.release_change_types.map((type) => [type.id, type]));
      const own = project === undefined ? null : projectOf(project);
      const toRow = (row: z.infer<typeof Row>): SourceRow => ({
        ...row,
        ...datesOf(row, timeZone),
        project: own ?? (row.project as SourceRow['project']) ?? projectOf(rootName),
        labels: (row.labels as SourceRow['labels']) ?? [],
        ...(Array.isArray(row.changes) && { changes: row.changes.map(createTitleAdder(types)) }),
      });
      return {
        ...emptyRows(),
        releases: releases.map(toRow),
        milestones: milestones.map(toRow),
      };
    },
  };
}

/**
 * Adds to each change the title of its type. Changes refer to types by ids of the data set's own
 * workspace, which the site does not know.
 */
function createTitleAdder(types: ReadonlyMap<string, z.infer<typeof Type>>) {
  return (change: unknown): unknown => {
    const { change_id } = (change ?? {}) as { change_id?: unknown };
    const type = typeof change_id === 'string' ? types.get(change_id) : undefined;
    return type ? { ...(change as object), title: type.title, color: type.color } : change;
  };
}

/**
 * Reads the file of a data set.
 * @throws SourceError
 */
async function readDataSet(file: string, cwd: string): Promise<z.infer<typeof DataSet>> {
  await refuseOutside(file, cwd);
  try {
    const parsed = DataSet.safeParse(parseForeignJson(await readTextFile(join(cwd, file), file)));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new SourceError(`${file} is not a data set: ${issue?.path.join('.')} ${issue?.message}.`);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const why = error instanceof SettingsError ? error.message : `${file} is not valid JSON.`;
    throw new SourceError(why, { cause: error });
  }
}
