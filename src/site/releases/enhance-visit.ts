/**
 * Marks what came since the reader was here last; who comes for the first time sees no mark. What
 * was new when a visit began stays so until it ends.
 */
export function enhanceVisit(root: ParentNode): void {
  const timeline = root.querySelector<HTMLElement>('[data-new]');
  if (timeline) mark(timeline);
}

function mark(timeline: HTMLElement): void {
  const [seenName, sinceName] = namesFor(timeline.dataset.base);
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

/**
 * By what is kept what was seen; of each of several changelogs on one host, for itself.
 * @param base left out where that is the host's own
 */
function namesFor(base: string | undefined): [seen: string, since: string] {
  const where = base === undefined ? '' : ` ${base}`;
  return [`newest-seen${where}`, `new-since${where}`];
}

function note(date: HTMLElement, { dataset }: HTMLElement): void {
  const word = document.createElement('span');
  word.className = 'is-new';
  word.textContent = dataset.new ?? '';
  date.after(' ', word);
}
