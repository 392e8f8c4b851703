/** Distance of the list from its button and from the window's edges, in CSS pixels. */
const gap = 8;

/** Places the list below its button, or above it if there is more room, and inside the window. */
export function place(list: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const [above, below] = [at.top - gap - gap, clientHeight - at.bottom - gap - gap];
  const { style } = list;
  style.maxHeight = `${Math.max(above, below)}px`;
  const { width, height } = list.getBoundingClientRect();
  const isBelow = height <= below || below >= above;
  style.top = `${isBelow ? at.bottom + gap : at.top - gap - height}px`;
  style.left = `${Math.max(gap, Math.min(at.left, clientWidth - width - gap))}px`;
}
