import type { Command } from 'commander';
import { allSubscriberLists } from '../../src/service/resources/subscribers/subscriber-lists.ts';
import { row, withDatabase } from './with-database.ts';

/** `subscriber-lists`: the API shows a list inside its subscribers alone, so an empty one nowhere. */
export function addSubscriberListCommand(program: Command): void {
  program
    .command('subscriber-lists')
    .description('list the subscriber lists by their names, also those without subscribers')
    .action(
      withDatabase(async (db) =>
        (await allSubscriberLists(db)).map(({ id, name, subscriber_count }) =>
          row(id, name, `${subscriber_count} subscribers`),
        ),
      ),
    );
}
