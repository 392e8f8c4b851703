import { hash } from '../shell/head/inline.ts';

/**
 * Shows that a milestone has not changed for sixty days or more, or that its target has passed (`from`
 * is then 1): the element's content or, within an element with plural forms, the number of days.
 * Pages contain no build time, so the browser counts the days. The script is inline, so that it runs before the element is painted and nothing moves.
 * Plural forms are chosen as in `counted`.
 */
export const daysSinceScript = `
if (!customElements.get('days-since')) {
  const { lang } = document.documentElement;
  const [rules, numbers] = [new Intl.PluralRules(lang), new Intl.NumberFormat(lang)];
  customElements.define('days-since', class extends HTMLElement {
    connectedCallback() {
      const days = Math.floor((Date.now() - Date.parse(this.dataset.since)) / 864e5);
      if (!(days >= (this.dataset.from ?? 60))) return;
      this.hidden = false;
      const forms = JSON.parse(this.closest('[data-unchanged]')?.dataset.unchanged ?? 'null');
      const words = forms?.[rules.select(days)] ?? forms?.other;
      if (words) this.textContent = words.replace('#', numbers.format(days));
    }
  });
}`;

/** Hash of the script, for the content security policy of pages that contain it. */
export const daysSinceHash = hash(daysSinceScript);
