/** The title of a status, derived from its stage: `IN_PROGRESS` becomes `In progress`. */
export function titleOfStage(stage: string): string {
  return stage.charAt(0) + stage.slice(1).toLowerCase().replaceAll('_', ' ');
}
