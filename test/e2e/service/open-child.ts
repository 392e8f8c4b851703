/** Opens the database given as its argument when it receives a message, and sends the result. */
import { listProjects } from '../../../src/service/resources/parts.ts';
import { openFile } from '../../service/open-file.ts';

const [file = ''] = process.argv.slice(2);
process.once('message', async () => {
  process.send?.(await open().catch(String), () => process.exit());
});
process.send?.('ready');

async function open(): Promise<string> {
  await using database = await openFile(file);
  return `opened with ${(await listProjects(database.db, {})).length} projects`;
}
