import { useMutation } from '@apollo/client/react';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { toast } from '../../ui/toast.js';
import type { Fault } from './code-editor.js';
import {
  CHECK_COMMAND_SYNTAX,
  CREATE_USER_COMMAND,
  DELETE_USER_COMMAND,
  UPDATE_USER_COMMAND,
  USER_COMMANDS,
  type CommandSummary,
} from './user-commands.graphql.js';
import type { CommandValues } from './command-values.js';

/** How a save ended: done, with a fault in the code, or refused (with the problem of each field, if the server named any). */
export type Saved =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'faulty'; readonly fault: Fault }
  | { readonly outcome: 'refused'; readonly fields: Readonly<Record<string, string>> };

/** Checks the syntax of some code: null when it is valid. Throws when nobody could say. */
export function useSyntaxCheck(): (code: string) => Promise<Fault | null> {
  const [check] = useMutation(CHECK_COMMAND_SYNTAX);
  return async (code) => {
    const { data } = await check({ variables: { code } });
    const report = data?.checkCommandSyntax;
    if (!report || report.valid) return null;
    return { message: report.message ?? t('userCommands.syntaxError'), line: report.line ?? null };
  };
}

/** Creates a command, or changes the one with this id, after a check of its syntax; says how it went. */
export function useSaveCommand(id: string | null): (values: CommandValues) => Promise<Saved> {
  const check = useSyntaxCheck();
  const [create] = useMutation(CREATE_USER_COMMAND, { refetchQueries: [USER_COMMANDS], awaitRefetchQueries: true });
  const [update] = useMutation(UPDATE_USER_COMMAND);
  return async (input) => {
    try {
      const fault = await check(input.code);
      if (fault) {
        toast.error(t('userCommands.invalidSyntax'), { text: fault.message });
        return { outcome: 'faulty', fault };
      }
      if (id === null) {
        await create({ variables: { input } });
        toast.success(t('userCommands.created'), { text: t('userCommands.createdText') });
      } else {
        await update({ variables: { id, input } });
        toast.success(t('userCommands.updated'), { text: t('userCommands.updatedText') });
      }
      return { outcome: 'done' };
    } catch (error) {
      return refused(error, t(id === null ? 'userCommands.createFailed' : 'userCommands.updateFailed'));
    }
  };
}

export function useDeleteCommand(): (command: CommandSummary) => Promise<boolean> {
  // Not waited for: the question closes first and gives the focus back to the row, and from there it goes to the next one.
  const [remove] = useMutation(DELETE_USER_COMMAND, { refetchQueries: [USER_COMMANDS] });
  return async ({ id, name }) => {
    try {
      await remove({ variables: { id } });
      toast.success(t('userCommands.deleted'), { text: name });
      return true;
    } catch (error) {
      toast.error(t('userCommands.deleteFailed'), { text: readError(error).message ?? t('userCommands.unknownError') });
      return false;
    }
  };
}

function refused(error: unknown, title: string): Saved {
  const { code, message = t('userCommands.unknownError'), fields = {} } = readError(error);
  if (code === 'INVALID_SYNTAX') {
    toast.error(t('userCommands.invalidSyntax'), { text: message });
    return { outcome: 'faulty', fault: { message, line: null } };
  }
  toast.error(title, { text: message });
  return { outcome: 'refused', fields: code === 'TRIGGER_TAKEN' ? { trigger: message } : byField(fields) };
}

/** `input.name` of a path is the field `name` of the form. */
const byField = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([path, problem]) => [path.split('.').at(-1) ?? path, problem]));
