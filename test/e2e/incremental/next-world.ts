import { changes } from './changes.ts';
import { firstWorld, type Random, type World } from './world.ts';

const changesInStep = 3;

/**
 * Applies some random changes to the last world, or sometimes returns an earlier one.
 * @param reported collects the names of the changes
 * @param names of the changes to choose from
 */
export function nextWorld(
  worlds: readonly World[],
  { step, random, reported }: { step: number; random: Random; reported: string[] },
  names: readonly string[] = Object.keys(changes),
): World {
  if (random() < 0.2) {
    reported.push('goes back');
    return structuredClone(worlds[Math.floor(random() * worlds.length)] ?? firstWorld());
  }
  const world = structuredClone(worlds.at(-1) ?? firstWorld());
  for (let index = 0; index < changesInStep; index += 1) {
    const name = names[Math.floor(random() * names.length)] ?? '';
    changes[name]?.(world, random, step * 10 + index);
    reported.push(name);
  }
  return world;
}
