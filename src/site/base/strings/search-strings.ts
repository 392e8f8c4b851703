import type { Forms } from './counted.ts';

/** What the page to search on says. Forms of words for a count are chosen in the browser. */
export interface SearchStrings {
  /** The field's name, and what may be written there. */
  field: string;
  example: string;
  filters: Record<'project' | 'type' | 'label' | 'year', string>;
  /** Of a filter: everything. */
  all: string;
  /** Heading over the archives. */
  ways: string;
  withoutScripts: string;
  searching: string;
  found: Forms;
  /** Stands before what comes close where nothing fits. */
  near: string;
  nothing: string;
  nothingFiltered: string;
  /** Takes the filters away. */
  withoutFilters: string;
  failed: string;
  again: string;
  /** How many more places of a release were found. */
  moreHere: Forms;
  more: string;
  shortcut: string;
}
