import commands from '../../bin/commands.json' with { type: 'json' };
import { isPackage } from '../../src/lib/files/places.ts';

// Messages name commands as npm scripts of the checkout. Who calls them otherwise reads that.

/** `waymark`, or what it was found by. */
const asWaymark =
  process.env.npm_command === 'exec' && /^npm\//.test(process.env.npm_config_user_agent ?? '')
    ? 'npx waymark'
    : 'waymark';

/** How a command is called here. @param command such as `build` or `publish list` */
export function called(command: string, ...args: string[]): string {
  if (isPackage) return [asWaymark, command, ...args].join(' ');
  const [name = '', ...others] = command.replace(/^publish (\w+)/, 'publish:$1').split(' ');
  const rest = [...others, ...args];
  return `npm run ${name}${rest.length > 0 ? ` -- ${rest.join(' ')}` : ''}`;
}

/** A message with its commands as they are called here. */
export function asCalled(message: string, inPackage = isPackage): string {
  if (!inPackage) return message;
  const named = message.replace('(see .env.example)', '(see node_modules/waymark/.env.example)');
  return named.replace(/\bnpm run ([a-z]+)(?::([a-z]+))?(?: --(?= ))?/g, (all, name, part) =>
    name in commands ? [asWaymark, name, ...(part ? [part] : [])].join(' ') : all,
  );
}
