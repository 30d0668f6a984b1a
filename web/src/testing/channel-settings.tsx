import { expect } from '@jest/globals';
import { AppError, ChannelSettings } from '@kith/proto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router';
import { aBot } from './bots.js';
import { fakeServer, graphqlAnswers, ONLY_PAGE } from './fake-server.js';
import { aUser, renderApp } from './render-app.js';
import { ChannelPage } from '../features/channel/channel-page.js';

export const FIRST = '123456789012345678';
export const SECOND = '223456789012345678';
export const { id } = aBot();

interface Sent {
  readonly channelSettings: Partial<ChannelSettings>;
  readonly expectedVersion: number;
}
/** A case of moderation as the server answers it. */
export const aCase = (fields: object = {}) => ({
  __typename: 'ModerationCase',
  id: 'c1',
  guildId: '200000000000000001',
  channelId: '300000000000000001',
  memberId: '100000000000000001',
  memberName: 'Ann',
  rule: 'links',
  detail: null,
  actions: ['delete', 'warn'],
  refused: [],
  warnings: 2,
  timeoutUntil: null,
  isDryRun: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  undoneAt: null,
  ...fields,
});

interface World {
  readonly cases?: readonly ReturnType<typeof aCase>[];
  /** Servers in which moderation is paused. */
  readonly pauses?: readonly { readonly guildId: string; readonly pausedAt: string }[];
  /** Called with each request for cases; may throw. */
  readonly onCases?: (variables: Readonly<Record<string, unknown>>) => void;
  /** Answers of other queries, by the names of their operations. */
  readonly operations?: Parameters<typeof graphqlAnswers>[0];
  /** The query of the address. */
  readonly search?: string;
  readonly settings?: Partial<ChannelSettings>;
  readonly bot?: () => unknown;
  /** Comes before the save is done; may throw. */
  readonly onSave?: (sent: Sent) => unknown;
}

/** Opens the page on a bot with these settings; what is saved is kept, under the next version. */
export function open({ settings = {}, bot, onSave, onCases, operations, search = '', ...world }: World = {}) {
  const moderated = { cases: [...(world.cases ?? [])], pauses: [...(world.pauses ?? [])] };
  const undone: string[] = [];
  const stored = { settings: ChannelSettings.parse(settings), version: 3 };
  const sent: Sent[] = [];
  const storedBot = () => ({
    __typename: 'Bot',
    id,
    name: 'Juniper',
    channelSettings: {
      __typename: 'ChannelSettings',
      ...stored.settings,
      proactiveMessages: stored.settings.proactiveMessages.map((one) => ({ __typename: 'ProactiveMessage', ...one })),
    },
    serverId: null,
    version: stored.version,
  });
  fakeServer({
    'GET /api/auth/user': () => ({ body: aUser() }),
    'POST /graphql': graphqlAnswers({
      BotChannel: () => ({ bot: bot ? bot() : storedBot() }),
      ModerationCases: (variables) => {
        onCases?.(variables);
        const member = typeof variables['member'] === 'string' ? variables['member'] : '';
        const cases = moderated.cases.filter(({ memberName }) => member === '' || memberName?.includes(member));
        return {
          moderationCases: { __typename: 'ModerationCaseList', total: cases.length, ...ONLY_PAGE, cases },
          moderationPauses: moderated.pauses.map((pause) => ({ __typename: 'ModerationPause', ...pause })),
        };
      },
      UndoModeration: ({ caseId }) => {
        undone.push(String(caseId));
        return { undoModeration: aCase({ id: caseId, undoneAt: '2026-01-03T03:04:05.000Z' }) };
      },
      ResumeModeration: () => {
        moderated.pauses.length = 0;
        return { resumeModeration: [] };
      },
      SaveChannelSettings: async ({ input }) => {
        const changes = input as Sent;
        sent.push(changes);
        await onSave?.(changes);
        if (changes.expectedVersion !== stored.version) throw new AppError('VERSION_CONFLICT');
        stored.settings = { ...stored.settings, ...changes.channelSettings };
        stored.version += 1;
        return { updateBot: { __typename: 'SavedBot', bot: storedBot() } };
      },
      ...operations,
    }),
  });
  const page = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <ChannelPage />
    </>
  );
  renderApp({ page, path: '/bots/:id/channel', at: `/bots/${id}/channel${search}`, isProtected: true });
  return { sent, stored, undone };
}
export const saveButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save Settings' });
export const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
export const tab = async (name: string) => fireEvent.click(await screen.findByRole('tab', { name }));
export const flip = async (name: string) => fireEvent.click(await screen.findByRole('switch', { name, hidden: true }));
export const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Saves as soon as the button lets one. */
export async function save(): Promise<void> {
  const button = await saveButton();
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
}
