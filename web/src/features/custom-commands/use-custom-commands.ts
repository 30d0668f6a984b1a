import { useMutation } from '@apollo/client/react';
import { DEFAULT_COMMAND_ICON } from '@kith/proto';
import type { CreateCustomCommandInput } from '../../gql/graphql.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import type { CodeError } from './code-mirror.js';
import {
  CHECK_COMMAND_SYNTAX,
  CREATE_CUSTOM_COMMAND,
  CUSTOM_COMMANDS,
  UPDATE_CUSTOM_COMMAND,
  type StoredCommand,
} from './custom-commands.graphql.js';
import { optionInputs, optionValues, type OptionFormValues } from './option-values.js';

/** Outcome of a save; `fields` holds the server's messages by field name. */
export type SaveResult =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'invalid'; readonly error: CodeError }
  | { readonly outcome: 'refused'; readonly fields: Readonly<Record<string, string>> };

/** Checks the syntax: null when it is valid. Throws when the request fails. */
export function useSyntaxCheck(): (code: string) => Promise<CodeError | null> {
  const [check] = useMutation(CHECK_COMMAND_SYNTAX);
  return async (code) => {
    const { data } = await check({ variables: { code } });
    const report = data?.checkCommandSyntax;
    if (!report || report.valid) return null;
    return { message: report.message ?? t('customCommands.syntaxError'), line: report.line ?? null };
  };
}

/** Creates a command (id null) or updates one, after a syntax check; shows toasts. */
export function useSaveCommand(id: string | null): (input: CreateCustomCommandInput) => Promise<SaveResult> {
  const check = useSyntaxCheck();
  const [create] = useMutation(CREATE_CUSTOM_COMMAND, { refetchQueries: [CUSTOM_COMMANDS], awaitRefetchQueries: true });
  const [update] = useMutation(UPDATE_CUSTOM_COMMAND);
  return async (input) => {
    try {
      const codeError = await check(input.code);
      if (codeError) {
        toast.error(t('customCommands.invalidSyntax'), { text: codeError.message });
        return { outcome: 'invalid', error: codeError };
      }
      if (id === null) {
        await create({ variables: { input } });
        toast.success(t('customCommands.created'), { text: t('customCommands.createdText') });
      } else {
        await update({ variables: { id, input } });
        toast.success(t('customCommands.updated'), { text: t('customCommands.updatedText') });
      }
      return { outcome: 'done' };
    } catch (error) {
      return refused(error, t(id === null ? 'customCommands.createFailed' : 'customCommands.updateFailed'));
    }
  };
}

function refused(error: unknown, title: string): SaveResult {
  const { code, message = t('customCommands.unknownError'), fields = {} } = readError(error);
  if (code === 'INVALID_SYNTAX') {
    toast.error(t('customCommands.invalidSyntax'), { text: message });
    return { outcome: 'invalid', error: { message, line: null } };
  }
  toast.error(title, { text: message });
  return { outcome: 'refused', fields: code === 'TRIGGER_TAKEN' ? { trigger: message } : byField(fields) };
}

/** Maps error paths to fields: `input.name` to `name`, and what is wrong with one option to `options`. */
const byField = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => [path.replace(/^input\./, '').split('.')[0] ?? path, problem]),
  );

/** A stored command, or an example. */
type ShownCommand = Pick<StoredCommand, 'name' | 'trigger' | 'description' | 'code' | 'icon' | 'options'>;

export type CommandValues = Readonly<Record<'name' | 'trigger' | 'description' | 'code' | 'icon', string>> & {
  readonly options: readonly OptionFormValues[];
};

const STARTER = `export default async function handler(context) {
  const name = context.args.join(' ') || 'world';
  return {
    success: true,
    response: \`Hello, \${name}!\`,
    shouldReply: true,
  };
}
`;

export const NEW_COMMAND: CommandValues = {
  name: '',
  trigger: '',
  description: '',
  code: STARTER,
  icon: DEFAULT_COMMAND_ICON,
  options: [],
};

export const valuesOf = ({ name, trigger, description, code, icon, options }: ShownCommand): CommandValues => {
  return { name, trigger, description, code, icon, options: optionValues(options) };
};

/** Trims the texts and fills in the default icon. */
export const inputOf = ({ name, trigger, description, code, icon, options }: CommandValues): CreateCustomCommandInput => {
  const trimmed = { name: name.trim(), trigger: trigger.trim(), description: description.trim() };
  return { ...trimmed, code, icon: icon.trim() || DEFAULT_COMMAND_ICON, options: optionInputs(options) };
};
