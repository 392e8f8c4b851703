import type { Preview, PreviewInput } from '../../model/preview.ts';

/** The question to the child process. */
export interface PreviewQuestion extends PreviewInput {
  /** Whether the working folder is the site's. Otherwise, pages have the default settings. */
  hasSite: boolean;
}

/** What the pages of a preview load: a folder, and the style sheet with the colours of labels. */
export interface Assets {
  folder: string;
  colours: string;
}

/** The answer of the child process. */
export type PreviewAnswer = (Assets & { preview: Preview }) | { failure: string };
