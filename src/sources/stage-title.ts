/**
 * The title of a status, derived from its stage: `IN_PROGRESS` becomes `In progress`. Canceled ones
 * are called as on the rest of the site, and as forges call them.
 */
export function titleOfStage(stage: string): string {
  if (stage === 'CANCELED') return 'Not planned';
  return stage.charAt(0) + stage.slice(1).toLowerCase().replaceAll('_', ' ');
}
