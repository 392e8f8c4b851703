import { paths } from '../../site/base/urls.ts';
import type { Feature } from '../feature.ts';
import { markdownDocuments } from './markdown-documents.ts';

/** The changelog as Markdown, and an index and the full text for language models. */
export const markdown: Feature = {
  name: 'markdown',
  isOn: () => true,
  documents: markdownDocuments,
  programDocuments: ({ strings: { feeds } }) => [
    { path: paths.changelogMarkdown(), text: feeds.historyText },
    { path: paths.llms(), text: feeds.indexText },
    { path: paths.llmsFull(), text: feeds.fullText },
  ],
};
