import { newsButton } from './news-button.ts';

// `/widget/v1.js`: a single file, for pages of other sites. Its only effect is to define the
// element `<waymark-news>`.

const name = 'waymark-news';

// A page may load the script twice, but an element can be defined only once.
if (!customElements.get(name)) customElements.define(name, newsButton(import.meta.url));
