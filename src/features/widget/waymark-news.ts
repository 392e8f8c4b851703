import { newsButton } from './news-button.ts';

// `/widget/v1.js`: a page of another site loads it, so that it stands alone, in one file, and does
// nothing to that page but define an element.

const name = 'waymark-news';

// Two copies of the script on one page are one too many, but no error.
if (!customElements.get(name)) customElements.define(name, newsButton(import.meta.url));
