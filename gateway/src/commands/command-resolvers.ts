import { CommandsResolver } from './commands.resolver.js';
import { CommandSharingResolver } from './command-sharing.resolver.js';
import { CustomCommandsResolver } from './custom-commands.resolver.js';

/** Everything about commands over GraphQL. */
export const COMMAND_RESOLVERS = [CommandsResolver, CommandSharingResolver, CustomCommandsResolver];
