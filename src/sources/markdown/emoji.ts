import { nameToEmoji } from 'gemoji';

/** Writes the short names of emoji on GitHub, such as `:tada:`, as emoji. */
export function writeEmoji(text: string): string {
  return text.includes(':')
    ? text.replace(run, (names) =>
        names.replace(shortName, (whole, name) => emoji.get(name) ?? whole),
      )
    : text;
}

const emoji = new Map(Object.entries(nameToEmoji));

const shortName = /:([\w+-]+):/g;

/** Matches one or more short names. In `std::link::Link` and `10:100:20`, there are none. */
const run = /(?<![\w:])(?::[\w+-]{1,40}:)+(?![\d:])/g;
