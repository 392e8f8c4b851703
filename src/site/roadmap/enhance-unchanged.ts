import { counted } from '../base/strings/counted.ts';
import { pageLanguage } from '../shell/page-language.ts';

const oneDay = 24 * 60 * 60 * 1000;
/** Shorter periods are not shown. */
const minDays = 7;
const batchSize = 100;

/**
 * Shows for how many days a milestone has not changed. Pages contain no build time, so the browser
 * counts the days.
 */
export function enhanceUnchanged(root: ParentNode): void {
  const place = root.querySelector<HTMLElement>('[data-unchanged]');
  if (!place) return;
  const words = counted(pageLanguage(), JSON.parse(place.dataset.unchanged ?? '{"other":""}'));
  showDays([...place.querySelectorAll<HTMLTimeElement>('time[data-last]')], words);
}

/** Works in batches, so that pages with hundreds of milestones stay responsive. */
function showDays(times: HTMLTimeElement[], words: (days: number) => string): void {
  for (const time of times.splice(0, batchSize)) {
    const days = Math.floor((Date.now() - Date.parse(time.dateTime)) / oneDay);
    const place = time.closest('li')?.querySelector('[data-unchanged-here]');
    if (place && days >= minDays) place.textContent = words(days);
  }
  if (times.length > 0) setTimeout(() => showDays(times, words));
}
