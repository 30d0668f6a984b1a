import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { VersionsPage } from './versions-page.js';

const bot = aBot();
const aRun = (...answers: string[]) => ({ __typename: 'ReplayedAnswers', answers, answeredAt: '2026-01-02T03:04:05.000Z' });
const aConversation = (id: string, fields: object = {}) => ({
  __typename: 'SavedConversation',
  id,
  questions: [`Question ${id}?`],
  latest: null,
  earlier: null,
  ...fields,
});

/** `run` answers a conversation that is asked again. */
function open(conversations: object[], run: (id: string) => unknown = () => undefined) {
  const sent: { name: string; variables: Record<string, unknown> }[] = [];
  const noted =
    (name: string, answer: (variables: Record<string, unknown>) => unknown) => (variables: Record<string, unknown>) => {
      sent.push({ name, variables });
      return answer(variables);
    };
  fakeServer({
    'GET /api/auth/user': () => ({ body: aUser() }),
    'POST /graphql': graphqlAnswers({
      BotVersions: () => ({
        bot: { __typename: 'Bot', id: bot.id, name: 'Juniper', version: 7 },
        botVersions: { __typename: 'BotVersionList', versions: [], total: 0 },
      }),
      SavedConversations: () => ({ savedConversations: conversations }),
      SaveConversation: noted('save', ({ questions }) => {
        const saved = aConversation('new', { questions });
        conversations.push(saved);
        return { saveConversation: saved };
      }),
      RunConversation: noted('run', async ({ conversationId }) => ({ runConversation: await run(String(conversationId)) })),
      RemoveConversation: noted('remove', ({ conversationId }) => {
        const at = conversations.findIndex((one) => (one as { id: string }).id === conversationId);
        conversations.splice(at, 1);
        return { removeConversation: { __typename: 'Message', message: 'Conversation deleted' } };
      }),
    }),
  });
  renderApp({ page: <VersionsPage />, path: '/bots/:id/versions', at: `/bots/${bot.id}/versions`, isProtected: true });
  return sent;
}
const item = async (question: string) =>
  within((await screen.findByRole('heading', { name: question })).closest('li') ?? document.body);
const asked = (sent: ReturnType<typeof open>) =>
  sent.flatMap(({ name, variables }) => (name === 'run' ? [variables.conversationId] : []));

describe('saved conversations', () => {
  it('show the answers before and now side by side, and whether they are the same', async () => {
    open([
      aConversation('1', { latest: aRun('On Friday.'), earlier: aRun('On Monday.') }),
      aConversation('2', { latest: aRun('At nine.'), earlier: aRun('At nine.') }),
      aConversation('3'),
    ]);
    const first = await item('Question 1?');
    expect(first.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['On Monday.', 'On Friday.']);
    expect(first.getAllByRole('term').map(({ textContent }) => textContent?.split(' · ')[0])).toEqual(['Before', 'Now']);
    expect(first.getByText('Other answers')).toBeTruthy();
    expect((await item('Question 2?')).getByText('Same answers')).toBeTruthy();
    expect((await item('Question 3?')).getByText('Not asked yet.')).toBeTruthy();
  });

  it('are saved from one question per line, at most three', async () => {
    const sent = open([]);
    const box = await screen.findByLabelText(/^Questions of one conversation/);
    const button = screen.getByRole('button', { name: 'Save conversation' });
    expect(button).toHaveProperty('disabled', true);
    fireEvent.change(box, { target: { value: 'a\nb\nc\nd' } });
    expect(screen.getByText('At most 3 questions, please.')).toBeTruthy();
    expect(button).toHaveProperty('disabled', true);
    fireEvent.change(box, { target: { value: ' When?\n\nAnd where? ' } });
    fireEvent.click(button);
    await item('And where?');
    expect(sent).toEqual([{ name: 'save', variables: { botId: bot.id, questions: ['When?', 'And where?'] } }]);
    expect(box).toHaveProperty('value', '');
  });

  it('are all asked again one after the other, and stopping spares those that were not asked', async () => {
    const waiting: (() => void)[] = [];
    const sent = open([aConversation('1'), aConversation('2'), aConversation('3')], async (id) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return aConversation(id, { latest: aRun(`Answer ${id}.`) });
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Ask all again' }));
    await screen.findByText('Asking 1 of 3');
    await waitFor(() => expect(asked(sent)).toEqual(['1']));
    waiting[0]?.();
    await screen.findByText('Answer 1.');
    await waitFor(() => expect(asked(sent)).toEqual(['1', '2']));
    fireEvent.click(screen.getByRole('button', { name: 'Stop after this one' }));
    waiting[1]?.();
    await screen.findByText('Answer 2.');
    await screen.findByRole('button', { name: 'Ask all again' });
    expect(asked(sent)).toEqual(['1', '2']);
    const ids = sent.map(({ variables }) => variables.requestId);
    expect(new Set(ids).size).toBe(2);
  });

  it('stop at the first failure, which is said', async () => {
    const sent = open([aConversation('1'), aConversation('2')], () => {
      throw new AppError('DAILY_LIMIT');
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Ask all again' }));
    await screen.findByText('The conversation could not be asked');
    await screen.findByRole('button', { name: 'Ask all again' });
    expect(asked(sent)).toEqual(['1']);
  });

  it('are sent again as the same run after a failure, which may have been charged, and as a new one after an answer', async () => {
    let isFailing = true;
    const sent = open([aConversation('1')], (id) => {
      if (isFailing) throw new AppError('UNAVAILABLE');
      return aConversation(id, { latest: aRun(`Answer ${sent.length}.`) });
    });
    const again = async () => fireEvent.click((await item('Question 1?')).getByRole('button', { name: /^Ask again/ }));
    await again();
    await screen.findByText('The conversation could not be asked');
    await screen.findByRole('button', { name: 'Ask all again' });
    isFailing = false;
    await again();
    await screen.findByText('Answer 2.');
    await again();
    await screen.findByText('Answer 3.');
    const [failed, repeated, next] = sent.map(({ variables }) => variables.requestId);
    expect(repeated).toBe(failed);
    expect(next).not.toBe(failed);
  });

  it('are deleted', async () => {
    const sent = open([aConversation('1')]);
    fireEvent.click((await item('Question 1?')).getByRole('button', { name: /^Delete/ }));
    await screen.findByText('Conversation deleted');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Question 1?' })).toBeNull());
    expect(sent).toEqual([{ name: 'remove', variables: { botId: bot.id, conversationId: '1' } }]);
  });
});
