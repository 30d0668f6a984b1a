import { COMMANDS, type User } from '@kith/proto';
import { fireEvent, screen } from '@testing-library/react';
import { CommandsPage } from '../features/commands/commands-page.js';
import { aBot } from './bots.js';
import { fakeServer, graphqlAnswers, sentOperations } from './fake-server.js';
import { aUser, renderApp } from './render-app.js';

/** A command that the user wrote. */
export const OWN = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Greet',
  description: 'Says hello',
  category: 'custom',
  icon: '⚡',
  trigger: '!greet',
} as const;
type Known = (typeof COMMANDS)[number] | { readonly [Key in keyof typeof OWN]: Key extends 'category' ? 'custom' : string };

export const learnedOf = (command: Known, changes: object = {}) => ({
  __typename: 'LearnedCommand',
  id: `learned-${command.id}`,
  commandId: command.id,
  isEnabled: true,
  customTrigger: null as string | null,
  cooldownS: null as number | null,
  requiredRoleId: null as string | null,
  command: { __typename: 'AvailableCommand', ...command },
  ...changes,
});
export const PING = COMMANDS.find(({ id }) => id === 'ping') ?? OWN;

interface Sought {
  readonly search: string;
  readonly category?: string;
}

interface World {
  readonly learned?: ReturnType<typeof learnedOf>[];
  readonly user?: Partial<User>;
  readonly bot?: Parameters<typeof aBot>[0] | null;
  readonly own?: boolean;
  /** Answers of other queries, by the names of their operations. */
  readonly operations?: Parameters<typeof graphqlAnswers>[0];
  /** Runs before a mutation is answered; may throw. */
  readonly onMutation?: () => unknown;
  readonly brain?: () => unknown;
  /** Comes before what is sought is answered; may throw. */
  readonly onSearch?: (sought: Sought) => unknown;
}

/** What custom commands of the companion have stored, and the websites they may read. */
function commandDataAnswers(onMutation: World['onMutation']) {
  const data = { __typename: 'CommandData', keys: 3, bytes: 2000, maxBytes: 102_400, hosts: [] as unknown };
  return {
    CommandData: () => ({ commandData: { ...data } }),
    SetCommandHosts: async ({ hosts }: Record<string, unknown>) => {
      await onMutation?.();
      data.hosts = hosts;
      return { setCommandHosts: { ...data } };
    },
    ClearCommandData: async () => {
      await onMutation?.();
      Object.assign(data, { keys: 0, bytes: 0 });
      return { clearCommandData: { ...data } };
    },
  };
}

export function openCommands({ learned = [], user, bot = {}, own = true, operations, onMutation, brain, onSearch }: World = {}) {
  const brains = { current: [...learned] };
  const all: { current: readonly Known[] } = { current: own ? [...COMMANDS, OWN] : COMMANDS };
  const find = (id: unknown): Known => all.current.find((command) => command.id === id) ?? OWN;
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser(user) }),
    'POST /graphql': graphqlAnswers({
      ...operations,
      BotBrain:
        brain ??
        (() => ({
          bot: bot && aBot(bot),
          learnedCommands: brains.current,
          commands: {
            __typename: 'CommandList',
            total: all.current.length,
            commands: all.current.map((command) => ({ __typename: 'AvailableCommand', ...command })),
          },
        })),
      SearchCommands: async (variables) => {
        const sought = variables as object as Sought;
        const found = all.current.filter((command) => isSought(command, sought));
        await onSearch?.(sought);
        const commands = found.map(({ id }) => ({ __typename: 'AvailableCommand', id }));
        return { commands: { __typename: 'CommandList', commands } };
      },
      ...commandDataAnswers(onMutation),
      LearnCommand: async ({ commandId }) => {
        await onMutation?.();
        const command = find(commandId);
        const added = learnedOf(command, { isEnabled: command.category !== 'custom' || user?.subscriptionPlan !== 'free' });
        brains.current = [...brains.current, added];
        return { learnCommand: added };
      },
      UpdateLearnedCommand: async ({ botCommandId, input }) => {
        await onMutation?.();
        brains.current = brains.current.map((one) => (one.id === botCommandId ? { ...one, ...(input as object) } : one));
        return { updateLearnedCommand: brains.current.find(({ id }) => id === botCommandId) };
      },
      UnlearnCommand: async ({ botCommandId }) => {
        await onMutation?.();
        brains.current = brains.current.filter(({ id }) => id !== botCommandId);
        return { unlearnCommand: { __typename: 'Message', message: 'Command removed' } };
      },
    }),
  });
  const { id } = aBot();
  renderApp({ page: <CommandsPage />, path: '/bots/:botId/commands', at: `/bots/${id}/commands`, isProtected: true });
  const sent = sentOperations(calls);
  return { sent, brains, all };
}

const isSought = ({ name, description, category: of }: Known, { search, category = of }: Sought): boolean =>
  of === category && `${name}\n${description}`.toLowerCase().includes(search.toLowerCase());

export const offers = () => screen.findByRole('list', { name: 'Available Commands' });
export const learned = () => screen.findByRole('list', { name: 'Learned commands' });
export const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
