import { newsButton } from './news-button.ts';

// `/widget/v1.js`: one file for pages of other sites. It only defines an element.

const name = 'waymark-news';

// A page may load the script twice.
if (!customElements.get(name)) customElements.define(name, newsButton(import.meta.url));
