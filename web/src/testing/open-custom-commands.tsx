import { AppError, type User } from '@kith/proto';
import { fireEvent, screen } from '@testing-library/react';
import { Link } from 'react-router';
import { CustomCommandsPage } from '../features/custom-commands/custom-commands-page.js';
import './code-editor.js';
import { fakeServer, graphqlAnswers, sentOperations } from './fake-server.js';
import { aUser, renderApp } from './render-app.js';

/** A command of the library as the server describes one. */
export const aCommand = (changes: object = {}) => ({
  __typename: 'CustomCommand',
  id: '33333333-3333-4333-8333-333333333333',
  name: 'Greet',
  trigger: '!greet',
  description: 'Says hello',
  code: 'export default () => "hello";',
  icon: '⚡',
  options: [] as object[],
  needsReview: false,
  ...changes,
});
/** How a test run went. */
export const REPORT = {
  __typename: 'CommandTestReport',
  result: {
    __typename: 'CommandResult',
    success: true,
    response: 'Hello, world!',
    shouldReply: true,
    posts: null as object[] | null,
    form: null as object | null,
  },
  error: null as object | null,
  log: [{ __typename: 'CommandLogLine', level: 'warn', text: 'careful' }],
  durationMs: 1.26,
  context: {
    __typename: 'CommandContext',
    message: '!greet Ann',
    userId: 'u',
    channelId: 'c',
    guildId: null,
    botId: 'b',
    trigger: '!greet',
    args: ['Ann'],
    options: {},
  },
};

interface World {
  readonly library?: ReturnType<typeof aCommand>[];
  readonly user?: Partial<User>;
  readonly syntax?: object;
  readonly refuse?: () => never;
  readonly report?: () => object;
  readonly list?: () => unknown;
  readonly one?: () => unknown;
  readonly runs?: () => object[];
  /** The code of the open command. */
  readonly shareCode?: string | null;
  readonly shared?: object;
}

interface Stored {
  current: ReturnType<typeof aCommand>[];
}

/** Sharing the open command, and importing one by its code. */
function sharingAnswers(stored: Stored, { shareCode = null, shared, refuse }: Pick<World, 'shareCode' | 'shared' | 'refuse'>) {
  const share = { __typename: 'CommandShare', shareCode };
  return {
    CommandShare: () => ({ commandShare: share }),
    ShareCustomCommand: () => {
      share.shareCode = 'ABCDE-12345';
      return { shareCustomCommand: share };
    },
    UnshareCustomCommand: () => {
      share.shareCode = null;
      return { unshareCustomCommand: share };
    },
    SharedCommand: () => {
      if (!shared) throw new AppError('NOT_FOUND');
      return { sharedCommand: { options: [], ...shared, __typename: 'SharedCommand' } };
    },
    ImportCustomCommand: ({ trigger }: Record<string, unknown>) => {
      refuse?.();
      const imported = aCommand({ ...shared, id: 'imported', trigger, needsReview: true });
      stored.current = [...stored.current, imported];
      return { importCustomCommand: imported };
    },
    ApproveCustomCommand: ({ id }: Record<string, unknown>) => {
      stored.current = stored.current.map((command) => (command.id === id ? { ...command, needsReview: false } : command));
      return { approveCustomCommand: stored.current.find((command) => command.id === id) };
    },
  };
}

export function openCustomCommands({
  library = [],
  user,
  syntax,
  refuse,
  report = () => REPORT,
  list,
  one,
  runs = () => [],
  shareCode = null,
  shared,
}: World = {}) {
  const stored = { current: [...library] };
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser(user) }),
    'POST /graphql': graphqlAnswers({
      CustomCommands:
        list ??
        (() => ({ customCommands: { __typename: 'CustomCommandList', total: stored.current.length, commands: stored.current } })),
      CustomCommand: one ?? (({ id }) => ({ customCommand: stored.current.find((command) => command.id === id) ?? null })),
      TestBots: () => ({ bots: { __typename: 'BotList', bots: [{ __typename: 'Bot', id: 'bot-1', name: 'Nova' }] } }),
      ...sharingAnswers(stored, { shareCode, shared, refuse }),
      CustomCommandRuns: () => ({ customCommandRuns: runs() }),
      CreateCustomCommand: ({ input }) => {
        refuse?.();
        const created = aCommand({ id: 'new', ...(input as object) });
        stored.current = [...stored.current, created];
        return { createCustomCommand: created };
      },
      UpdateCustomCommand: ({ id, input }) => {
        refuse?.();
        stored.current = stored.current.map((command) => (command.id === id ? { ...command, ...(input as object) } : command));
        return { updateCustomCommand: stored.current.find((command) => command.id === id) };
      },
      DeleteCustomCommand: ({ id }) => {
        refuse?.();
        stored.current = stored.current.filter((command) => command.id !== id);
        return { deleteCustomCommand: { __typename: 'Message', message: 'Custom command deleted' } };
      },
      CheckCommandSyntax: () => ({
        checkCommandSyntax: { __typename: 'SyntaxReport', valid: true, message: null, line: null, column: null, ...syntax },
      }),
      TestCustomCommand: () => ({ testCustomCommand: report() }),
    }),
  });
  const page = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <CustomCommandsPage />
    </>
  );
  renderApp({ page, path: '/custom-commands', isProtected: true });
  return sentOperations(calls);
}

export const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
export const library = () => screen.findByRole('list', { name: 'Your commands' });
export async function fill() {
  await screen.findByLabelText('Name');
  type('Name', ' Greet ');
  type('Trigger', '!greet');
  type('Description', 'Says hello');
}
