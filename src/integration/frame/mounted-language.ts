/** The language of Waymark's part of the page (BCP 47), which that of the page around need not be. */
export function pageLanguage(): string {
  return document.querySelector<HTMLElement>('.waymark')?.lang ?? document.documentElement.lang;
}
