import { enhanceFolds } from '../../site/shell/folds.ts';

/** Opens the folds of a plan that was made by the build, for links into them and for printing. */
export function enhanceSince(root: ParentNode): void {
  enhanceFolds(root);
}
