/** How many of the first costs have at most `max` as their sum. */
export function countFitting(costs: readonly number[], max: number): number {
  let sum = 0;
  const tooMany = costs.findIndex((cost) => {
    sum += cost;
    return sum > max;
  });
  return tooMany < 0 ? costs.length : tooMany;
}
