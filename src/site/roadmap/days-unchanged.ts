import { hash } from '../shell/head/inline.ts';

/**
 * Says for how many days a milestone has not changed, from a week on. Pages contain no build time, so
 * the browser counts. Inline, because it runs before an element is painted: nothing moves, and no
 * line is empty. Words are chosen as by `counted`.
 */
export const daysUnchangedScript = `
if (!customElements.get('days-unchanged')) {
  const { lang } = document.documentElement;
  const [rules, numbers] = [new Intl.PluralRules(lang), new Intl.NumberFormat(lang)];
  customElements.define('days-unchanged', class extends HTMLElement {
    connectedCallback() {
      const days = Math.floor((Date.now() - Date.parse(this.dataset.since)) / 864e5);
      if (!(days >= 7)) return;
      const forms = JSON.parse(this.closest('[data-unchanged]').dataset.unchanged);
      const words = forms[rules.select(days)] ?? forms.other;
      this.textContent = words.replace('#', numbers.format(days));
      this.hidden = false;
    }
  });
}`;

/** For the policy of the pages that have the script. */
export const daysUnchangedHash = hash(daysUnchangedScript);
