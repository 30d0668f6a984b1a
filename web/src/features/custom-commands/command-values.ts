import { DEFAULT_COMMAND_ICON } from '@kith/proto';
import type { StoredCommand } from './custom-commands.graphql.js';

/** What the form holds and sends. */
export interface CommandValues {
  readonly name: string;
  readonly trigger: string;
  readonly description: string;
  readonly code: string;
  readonly icon: string;
}

const STARTER = `export default async function handler(context) {
  const name = context.args.join(' ') || 'world';
  return {
    success: true,
    response: \`Hello, \${name}!\`,
    shouldReply: true,
  };
}
`;

export const NEW_COMMAND: CommandValues = { name: '', trigger: '', description: '', code: STARTER, icon: DEFAULT_COMMAND_ICON };

export const valuesOf = ({ name, trigger, description, code, icon }: StoredCommand): CommandValues => ({
  name,
  trigger,
  description,
  code,
  icon,
});

/** As it is sent: without the blanks around, and with an icon. */
export const inputOf = (values: CommandValues): CommandValues => ({
  name: values.name.trim(),
  trigger: values.trigger.trim(),
  description: values.description.trim(),
  code: values.code,
  icon: values.icon.trim() || DEFAULT_COMMAND_ICON,
});
