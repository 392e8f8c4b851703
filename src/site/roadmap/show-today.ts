import { quarterAt } from './axis.ts';

/**
 * Draws a line at the current day. This needs a script, because pages must not depend on the day of
 * the build.
 */
export function showToday(root: ParentNode): void {
  const line = root.querySelector<HTMLElement>('[data-first-quarter]');
  const box = line?.closest('.timeline-box');
  if (!line || !box) return;
  const day = new Date().toLocaleDateString('sv-SE');
  const { firstQuarter, quarters } = line.dataset;
  const at = (100 * (quarterAt(day) - Number(firstQuarter))) / Number(quarters);
  if (at < 0 || at > 100) return;
  line.parentElement?.style.setProperty('--today', `${at}%`);
  line.hidden = false;
  const [view, place] = [box, line].map((one) => one.getBoundingClientRect());
  if (view && place) box.scrollLeft += place.left - view.left - view.width / 2;
}
