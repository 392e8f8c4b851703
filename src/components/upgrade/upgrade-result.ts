import { counted } from '../../site/strings/counted.ts';
import { fillIn } from '../../site/strings/fill-in.ts';
import type { FoundEnd, UpgradePath } from '../../site/upgrade/between.ts';
import { checklist } from '../../site/upgrade/checklist.ts';
import type { OrderedBy } from '../../site/upgrade/order-versions.ts';
import { planMarkup } from '../../site/upgrade/plan-markup.ts';
import type { IndexedStep, ToldChange } from '../../site/upgrade/upgrade-data.ts';
import { releaseName, type UpgradeView } from '../../site/upgrade/upgrade-view.ts';
import { pageLanguage } from '../shell/page-language.ts';
import { part } from '../shell/part.ts';
import { type Ticks, ticksOf } from './ticks.ts';
import type { UpgradeWords } from './upgrade-notes.ts';

interface Shown extends UpgradePath<IndexedStep> {
  view: UpgradeView<ToldChange>;
  list: string;
  order: OrderedBy;
}

export interface UpgradeResult {
  show(shown: Shown): void;
  clear(): void;
}

/** The place on the page that tells what changes (`UpgradePlanner.astro`). */
export function upgradeResult(root: HTMLElement, words: UpgradeWords): UpgradeResult {
  const [place, plan] = [part(root, '[data-result]'), part(root, '[data-plan]')];
  const [heading, order] = [part(root, '[data-heading]'), part(root, '[data-order]')];
  const copied = part(root, '[data-copied]');
  const colours: Record<string, string> = JSON.parse(root.dataset.colours ?? '{}');
  let current: { shown: Shown; ticks: Ticks } | undefined;

  plan.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    current?.ticks.set(target.dataset.key ?? '', target.checked);
    countTicks(root, plan, words);
  });
  part(root, '[data-print]').addEventListener('click', () => print());
  part(root, '[data-copy]').addEventListener('click', async () => {
    if (!current) return;
    const { shown, ticks } = current;
    const { has: isTicked } = ticks;
    const { origin } = location;
    const text = checklist(shown.view, { heading: titleOf(shown, words), words, isTicked, origin });
    const isDone = await copy(text);
    copied.textContent = isDone ? words.copied : words.notCopied;
  });

  return {
    show: (shown) => {
      const ticks = ticksOf(shown.list);
      current = { shown, ticks };
      heading.textContent = titleOf(shown, words);
      order.textContent = shown.order === 'version' ? words.byVersion : words.byDate;
      copied.textContent = '';
      const manner = { words, language: pageLanguage(), colours, isTicked: ticks.has };
      plan.innerHTML = planMarkup(shown.view, manner);
      place.hidden = false;
      countTicks(root, plan, words);
    },
    clear: () => {
      current = undefined;
      place.hidden = true;
    },
  };
}

function titleOf({ from, to, isReversed }: Shown, words: UpgradeWords): string {
  const [start, end] = isReversed ? [to, from] : [from, to];
  return fillIn(words.heading, { from: nameOf(start, words), to: nameOf(end, words) });
}

function nameOf(end: FoundEnd<IndexedStep>, words: UpgradeWords): string {
  return end.release ? releaseName(end.release) : words.beforeAll;
}

function countTicks(root: HTMLElement, plan: HTMLElement, words: UpgradeWords): void {
  const boxes = [...plan.querySelectorAll<HTMLInputElement>('[data-key]')];
  const ticked = counted(pageLanguage(), words.ticked)(boxes.filter((one) => one.checked).length);
  const count = boxes.length.toLocaleString(pageLanguage());
  part(root, '[data-ticked]').textContent = boxes.length > 0 ? fillIn(ticked, { count }) : '';
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not allowed, or not over https.
    return false;
  }
}
