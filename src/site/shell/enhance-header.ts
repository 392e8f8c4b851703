import { letSlashLead } from './shortcut.ts';

/** Gives the header its key to the search and its switch between light and dark. */
export function enhanceHeader(root: ParentNode): void {
  const search = root.querySelector<HTMLAnchorElement>('[data-link=search]');
  if (search) letSlashLead(root, search);
  const button = root.querySelector<HTMLButtonElement>('[data-theme-switch]');
  if (button) switchTheme(root, button);
}

function switchTheme(root: ParentNode, button: HTMLButtonElement): void {
  const { dataset } = document.documentElement;
  const frames = [...root.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
  const [light = '', dark = ''] = frames.map(({ content }) => content);
  // The browser's own frame follows the system; a theme that was chosen, it has to be told.
  const paintFrame = () => {
    for (const frame of frames) frame.content = dataset.theme === 'dark' ? dark : light;
  };
  if (dataset.theme) paintFrame();

  const prefersDark = matchMedia('(prefers-color-scheme: dark)');
  button.hidden = false;
  button.addEventListener('click', () => {
    const shown = dataset.theme || (prefersDark.matches ? 'dark' : 'light');
    dataset.theme = shown === 'dark' ? 'light' : 'dark';
    paintFrame();
    keep(dataset.theme);
  });
}

function keep(theme: string): void {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Without storage the choice lasts for this page.
  }
}
