const [seenName, sinceName] = ['newest-seen', 'new-since'];

/**
 * Marks what came since the reader was here last; who comes for the first time sees no mark. What
 * was new when a visit began stays so until it ends.
 */
export function enhanceVisit(root: ParentNode): void {
  const timeline = root.querySelector<HTMLElement>('[data-new]');
  if (timeline) mark(timeline);
}

function mark(timeline: HTMLElement): void {
  const dates = [...timeline.querySelectorAll<HTMLTimeElement>('.date time')];
  const newest =
    dates
      .map(({ dateTime }) => dateTime)
      .toSorted()
      .at(-1) ?? '';
  try {
    const seen = localStorage.getItem(seenName);
    const since = sessionStorage.getItem(sinceName) ?? seen;
    // Only a list of everything says what has been seen; all times are UTC, and sort as texts.
    if (timeline.dataset.all !== undefined && newest > (seen ?? ''))
      localStorage.setItem(seenName, newest);
    sessionStorage.setItem(sinceName, since ?? newest);
    if (since === null) return;
    for (const date of dates.filter(({ dateTime }) => dateTime > since)) note(date, timeline);
  } catch {
    // Without storage there is no visit before.
  }
}

function note(date: HTMLElement, { dataset }: HTMLElement): void {
  const word = document.createElement('span');
  word.className = 'is-new';
  word.textContent = dataset.new ?? '';
  date.after(' ', word);
}
