import { counted } from '../base/strings/counted.ts';
import { pageLanguage } from '../shell/page-language.ts';

const oneDay = 24 * 60 * 60 * 1000;
/** Less is nothing to tell of. */
const leastDays = 7;
const atOnce = 100;

/**
 * Tells how long nothing has changed. Pages hold no time of a build, so it is worked out where it
 * is read.
 */
export function enhanceUnchanged(root: ParentNode): void {
  const place = root.querySelector<HTMLElement>('[data-unchanged]');
  if (!place) return;
  const words = counted(pageLanguage(), JSON.parse(place.dataset.unchanged ?? '{"other":""}'));
  tellSome([...place.querySelectorAll<HTMLTimeElement>('time[data-last]')], words);
}

/** Of hundreds some at a time: between them the page answers its reader. */
function tellSome(times: HTMLTimeElement[], words: (days: number) => string): void {
  for (const time of times.splice(0, atOnce)) {
    const days = Math.floor((Date.now() - Date.parse(time.dateTime)) / oneDay);
    const place = time.closest('li')?.querySelector('[data-unchanged-here]');
    if (place && days >= leastDays) place.textContent = words(days);
  }
  if (times.length > 0) setTimeout(() => tellSome(times, words));
}
