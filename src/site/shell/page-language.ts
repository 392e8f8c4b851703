/** The language of the page (BCP 47). */
export function pageLanguage(): string {
  return document.documentElement.lang;
}
