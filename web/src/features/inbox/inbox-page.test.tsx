import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aBot } from '../../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { InboxPage } from './inbox-page.js';

const bot = aBot();
const QUESTION = 'a0000000-0000-4000-8000-000000000001';
const QUESTIONS = 'Questions, one in each line, at most 10';
const aQuestion = (fields: object = {}) => ({
  __typename: 'InboxQuestion',
  id: QUESTION,
  question: 'When does the shop open?',
  reply: 'I do not know.',
  state: 'open',
  count: 3,
  causes: ['unanswered', 'disliked'],
  reasons: ['wrong'],
  channel: 'discord',
  lastAt: '2026-01-02T03:04:05.000Z',
  ...fields,
});
const aPinned = {
  __typename: 'PinnedAnswer',
  id: 'p1',
  questions: ['How do I join?', 'Join?'],
  answer: 'By mail.',
  isActive: false,
};

const A_DRAFT = {
  __typename: 'AnswerDraft',
  title: 'When does the shop open',
  questions: ['When does the shop open?', 'when will the shop open'],
  answer: 'At nine?',
  kind: 'passage',
  canBeWritten: false,
};

/** The server counts one question more than it lists: the last was dismissed, or its message deleted, between the two. */
const listed = (offset: unknown) => ({
  total: 21,
  questions: offset === 0 ? Array.from({ length: 20 }, (_, n) => aQuestion({ id: `${QUESTION.slice(0, -2)}${n + 10}` })) : [],
});

function open({ hasDraft = true, isRefused = false, isLong = false, draft = {}, written = {} } = {}) {
  const sent: [string, object][] = [];
  let waiting = [aQuestion()];
  const record = (name: string, variables: object): void => void sent.push([name, variables]);
  fakeServer({
    'GET /api/auth/user': () => ({ body: aUser() }),
    'POST /graphql': graphqlAnswers({
      InboxBot: () => ({ bot: { __typename: 'Bot', id: bot.id, name: 'Juniper' } }),
      Inbox: ({ state, offset }) => {
        if (isLong) return { inbox: { __typename: 'InboxQuestionList', ...listed(offset) } };
        const questions = state === 'open' ? waiting : [];
        return { inbox: { __typename: 'InboxQuestionList', total: questions.length, questions } };
      },
      AnswerDraft: () => {
        if (!hasDraft) throw new AppError('UNAVAILABLE');
        return { answerDraft: { ...A_DRAFT, ...draft } };
      },
      WriteAnswerDraft: (variables) => {
        record('write', variables);
        return { writeAnswerDraft: { ...A_DRAFT, ...written } };
      },
      SetInboxState: (variables) => {
        record('state', variables);
        waiting = [];
        return { setInboxState: { __typename: 'Message', message: 'Question dismissed' } };
      },
      TeachAnswer: (variables) => {
        record('teach', variables);
        waiting = [];
        return { teachAnswer: { __typename: 'KnowledgeItem', id: 'k1' } };
      },
      PinAnswer: (variables) => {
        record('pin', variables);
        if (isRefused) throw new AppError('UPGRADE_REQUIRED', 'Your plan allows 5 pinned answers for each companion.');
        waiting = [];
        return { pinAnswer: { __typename: 'PinnedAnswer', id: 'p2' } };
      },
      PinnedAnswers: () => ({ pinnedAnswers: { __typename: 'PinnedAnswerList', total: 1, max: 5, answers: [aPinned] } }),
      ChangePinnedAnswer: (variables) => {
        record('change', variables);
        return { changePinnedAnswer: { ...aPinned, ...(variables['input'] as object) } };
      },
      UnpinAnswer: (variables) => {
        record('unpin', variables);
        return { unpinAnswer: { __typename: 'Message', message: 'Pinned answer deleted' } };
      },
    }),
  });
  renderApp({ page: <InboxPage />, path: '/bots/:id/inbox', at: `/bots/${bot.id}/inbox`, isProtected: true });
  return sent;
}
const button = (name: RegExp | string) => screen.findByRole('button', { name });
const press = async (name: RegExp | string): Promise<void> => void fireEvent.click(await button(name));
const type = async (label: string, value: string): Promise<void> =>
  void fireEvent.change(await screen.findByLabelText(label), { target: { value } });

describe('the inbox', () => {
  it('shows a question with how often and why it is there, and approves its draft as a pinned answer', async () => {
    const sent = open();
    const list = within(await screen.findByRole('list', { name: 'Open' }));
    expect((await list.findByRole('listitem')).textContent).toMatch(
      /When does the shop open\?.*No answer.*Rated as not good.*Wrong.*I do not know\..*Asked 3 times · in a server/,
    );
    await press(/^Answer/);
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLTextAreaElement>('Answer', { selector: 'textarea' }).value).toBe('At nine?'),
    );
    fireEvent.change(screen.getByLabelText('Answer', { selector: 'textarea' }), { target: { value: 'At nine.' } });
    await press('Pin answer');
    await screen.findByText('Nothing waits for you');
    const input = { questions: ['When does the shop open?', 'when will the shop open'], answer: 'At nine.' };
    expect(sent).toEqual([['pin', { botId: bot.id, questionId: QUESTION, input }]]);
  });

  it('shows all ways in which a question was asked before the answer is pinned to them, as lines that can be changed', async () => {
    const sent = open();
    await press(/^Answer/);
    const questions = await screen.findByLabelText<HTMLTextAreaElement>(QUESTIONS);
    expect(questions.value).toBe('When does the shop open?\nwhen will the shop open');
    await screen.findByText(/So it was asked until now/);
    const canPin = async () => !(await button('Pin answer')).hasAttribute('disabled');
    await type(QUESTIONS, ' \n');
    expect(await canPin()).toBe(false);
    await type(QUESTIONS, Array.from({ length: 11 }, (_, n) => `When ${n}?`).join('\n'));
    await screen.findByText('At most 10 questions.');
    expect(await canPin()).toBe(false);
    await type(QUESTIONS, 'when will the shop open\n\n Opening hours? ');
    await press('Pin answer');
    const input = { questions: ['when will the shop open', 'Opening hours?'], answer: 'At nine?' };
    await waitFor(() => expect(sent).toEqual([['pin', { botId: bot.id, questionId: QUESTION, input }]]));
  });

  it('teaches one text under one title, in however many ways it was asked', async () => {
    const sent = open();
    await press(/^Answer/);
    await press('Teach it');
    expect(screen.queryByLabelText(QUESTIONS)).toBeNull();
    await press('Add to knowledge');
    const taught = { botId: bot.id, questionId: QUESTION, title: 'When does the shop open', content: 'At nine?' };
    await waitFor(() => expect(sent).toEqual([['teach', taught]]));
  });

  it('has the question itself where none of the group can be pinned, and the server says why', async () => {
    const sent = open({ draft: { questions: [], title: 'When does\nthe shop open' }, isRefused: true });
    await press(/^Answer/);
    await press('Pin answer');
    const input = { questions: ['When does the shop open'], answer: 'At nine?' };
    await waitFor(() => expect(sent).toEqual([['pin', { botId: bot.id, questionId: QUESTION, input }]]));
    expect(screen.queryByText(/So it was asked until now/)).toBeNull();
  });

  it('goes back from a page of which nothing is left, whatever the count says', async () => {
    open({ isLong: true });
    await press('Next');
    await screen.findByText('21–21 of 21');
    await screen.findByText('1–20 of 21');
    expect(await within(await screen.findByRole('list', { name: 'Open' })).findAllByRole('heading')).toHaveLength(20);
  });

  it('teaches the answer without a draft too, and keeps what was written when the server refuses', async () => {
    const sent = open({ hasDraft: false, isRefused: true });
    await press(/^Answer/);
    await type(QUESTIONS, 'When?');
    fireEvent.change(screen.getByLabelText('Answer', { selector: 'textarea' }), { target: { value: 'At nine.' } });
    await press('Pin answer');
    await screen.findByText('Your plan allows 5 pinned answers for each companion.');
    await press('Teach it');
    await type('Title', 'When?');
    await press('Add to knowledge');
    await screen.findByText('Nothing waits for you');
    expect(sent.at(-1)).toEqual(['teach', { botId: bot.id, questionId: QUESTION, title: 'When?', content: 'At nine.' }]);
  });

  it('shows an outline as a draft that cannot be saved before its gaps are filled, and one that the model writes on demand', async () => {
    const outline = { answer: 'Answer: […]', kind: 'closest', canBeWritten: true };
    const sent = open({ draft: outline, written: { answer: 'At […] on Sundays.', kind: 'written' } });
    await press(/^Answer/);
    await screen.findByText(/nothing that it was taught answers this for certain/);
    const answer = () => screen.getByLabelText<HTMLTextAreaElement>('Answer', { selector: 'textarea' });
    const canPin = async () => !(await button('Pin answer')).hasAttribute('disabled');
    expect([answer().value, await canPin()]).toEqual(['Answer: […]', false]);
    await press('Have a draft written');
    await screen.findByText(/A draft that its language model wrote/);
    expect([answer().value, await canPin()]).toEqual(['At […] on Sundays.', false]);
    fireEvent.change(answer(), { target: { value: 'At ten on Sundays.' } });
    expect(await canPin()).toBe(true);
    expect(sent).toEqual([['write', { botId: bot.id, questionId: QUESTION }]]);
  });

  it('keeps the draft where the model finds nothing to write', async () => {
    open({ draft: { kind: 'closest', canBeWritten: true }, written: { kind: 'closest', answer: 'Answer: […]' } });
    await press(/^Answer/);
    await press('Have a draft written');
    await screen.findByText(/nothing was written and nothing was charged/);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Answer', { selector: 'textarea' }).value).toBe('At nine?');
  });

  it('dismisses a question', async () => {
    const sent = open();
    await press(/^Dismiss.*When/);
    await screen.findByText('Nothing waits for you');
    expect(sent).toEqual([['state', { botId: bot.id, questionId: QUESTION, state: 'dismissed' }]]);
  });

  it('keeps the keyboard focus in the list when a question leaves it', async () => {
    open();
    (await button(/^Dismiss.*When/)).focus();
    await press(/^Dismiss.*When/);
    await screen.findByText('Nothing waits for you');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Open' })));
  });

  it('shows as many lines as a question has ways of asking', async () => {
    open({ draft: { questions: ['One?', 'Two?', 'Three?', 'Four?', 'Five?'] } });
    await press(/^Answer.*When/);
    expect(await screen.findByLabelText(QUESTIONS)).toHaveProperty('rows', 5);
  });
});

describe('the pinned answers', () => {
  it('are listed with all of their questions, changed line by line, and deleted after a question', async () => {
    const sent = open();
    fireEvent.click(await screen.findByRole('tab', { name: 'Pinned answers' }));
    await screen.findByText('Also: Join?');
    expect(screen.getByText('Above the number of your plan: not given')).toBeTruthy();
    await press(/^Edit/);
    await type(QUESTIONS, 'How do I join?\n\n May I join? ');
    await press('Pin answer');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.[1]).toMatchObject({
      answerId: 'p1',
      input: { questions: ['How do I join?', 'May I join?'], answer: 'By mail.' },
    });
    await press(/^Delete.*How/);
    await press('Delete');
    await waitFor(() => expect(sent[1]).toEqual(['unpin', { botId: bot.id, answerId: 'p1' }]));
  });
});
