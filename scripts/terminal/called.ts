import commands from '../../bin/commands.json' with { type: 'json' };
import { isPackage } from '../../src/lib/files/places.ts';

// Messages name commands as npm scripts of the checkout. Who calls them otherwise reads that.

type Caller = 'npm run' | 'waymark' | 'npx waymark';

/** By what commands are called here. */
const caller: Caller = isPackage ? waymarkCaller() : 'npm run';

function waymarkCaller(): Caller {
  const { npm_command: command, npm_config_user_agent: agent = '' } = process.env;
  return command === 'exec' && /^npm\//.test(agent) ? 'npx waymark' : 'waymark';
}

/** How a command is called here. @param command such as `build` or `publish list` */
export function called(command: string, ...args: string[]): string {
  if (caller !== 'npm run') return [caller, command, ...args].join(' ');
  const [name = '', ...others] = command.replace(/^publish (\w+)/, 'publish:$1').split(' ');
  const rest = [...others, ...args];
  return `npm run ${name}${rest.length > 0 ? ` -- ${rest.join(' ')}` : ''}`;
}

/** A message with its commands as they are called here. */
export function asCalled(message: string, by: Caller = caller): string {
  if (by === 'npm run') return message;
  const named = message.replace('(see .env.example)', '(see node_modules/waymark/.env.example)');
  return named.replace(/\bnpm run ([a-z]+)(?::([a-z]+))?(?: --(?= ))?/g, (all, name, part) =>
    name in commands ? [by, name, ...(part ? [part] : [])].join(' ') : all,
  );
}
