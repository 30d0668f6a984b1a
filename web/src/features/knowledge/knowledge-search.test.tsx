import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { anItem, aSavedQuestion, openKnowledge, press, sender, type } from '../../testing/open-knowledge.js';

const refuse = (code: ConstructorParameters<typeof AppError>[0], words?: string) => (): never => {
  throw new AppError(code, words);
};
const aPassage = (changes: Readonly<Record<string, unknown>> = {}) => ({
  __typename: 'Passage',
  itemId: anItem(1).id,
  title: 'Lesson 1',
  body: 'At eight.',
  score: 4.256,
  activation: 'search',
  relevance: 0.91,
  number: 1,
  ...changes,
});
const finding = (changes: Readonly<Record<string, unknown>> = {}) => ({
  findKnowledge: {
    __typename: 'Findings',
    coverage: 0.62,
    relevance: 0.91,
    minRelevance: 0.4,
    outcome: 'found',
    searchedBy: 'words',
    rewritten: null,
    passages: [aPassage()],
    ...changes,
  },
});
const ask = async (question: string) => {
  await screen.findByText('What would it find?');
  type('Question', question);
  await press('Find');
};

describe('the test of the knowledge', () => {
  it('shows the passages that a question finds, and by which number the reply can cite them', async () => {
    const { sent } = openKnowledge({ items: [anItem(1)], find: finding });
    await ask(' When is it? ');
    await screen.findByText(/What fits enters the reply: the best passage covers 62 % of the question/);
    const passages = screen.getByRole('list', { name: 'Passages found' });
    expect(within(passages).getByText('Score 4.26, fit 0.91')).toBeTruthy();
    expect(within(passages).getByText('Enters as [1]')).toBeTruthy();
    expect(sent('FindKnowledge')).toEqual([{ botId: expect.any(String), query: 'When is it?' }]);
    fireEvent.click(within(passages).getByRole('button', { name: 'Lesson 1' }));
    await screen.findByRole('heading', { name: 'Edit Knowledge' });
  });

  it('asks a question together with the one before it', async () => {
    const { sent } = openKnowledge({ items: [anItem(1)], find: finding });
    await screen.findByText('What would it find?');
    type('Asked before (optional)', 'Where is it?');
    await ask('And on Sundays?');
    await waitFor(() => expect(sent('FindKnowledge')).toMatchObject([{ query: 'And on Sundays?', previous: 'Where is it?' }]));
  });

  it('shows the whole question that a language model wrote of it', async () => {
    const rewritten = 'Is it open on Sundays?';
    openKnowledge({ items: [anItem(1)], find: () => finding({ rewritten }) });
    await ask('And on Sundays?');
    await screen.findByText(/a language model wrote the whole question, and this was searched: “Is it open on Sundays\?”/);
  });

  it('says that nothing enters the reply when nothing fits well enough, and shows what was left out', async () => {
    const passages = [
      aPassage({ title: 'Motto', activation: 'always', relevance: null, score: 0 }),
      aPassage({ relevance: 0.1, number: null }),
    ];
    openKnowledge({ items: [anItem(1)], find: () => finding({ outcome: 'not_relevant', relevance: 0.1, passages }) });
    await ask('How are you?');
    await screen.findByText(/Nothing found enters the reply: the best fit is 0.10, and 0.40 is needed/);
    const [always, weak] = within(screen.getByRole('list', { name: 'Passages found' })).getAllByRole('listitem');
    expect(always?.textContent).toContain('Enters as [1]Always');
    expect(weak?.textContent).toContain('Left out');
  });

  it.each([
    ['nothing', () => finding({ outcome: 'nothing_found', passages: [] }), /Nothing it knows answers this./],
    ['a refusal', refuse('RATE_LIMITED'), 'Too many requests. Please wait a moment.'],
  ])('shows a message when a question finds %s', async (_what, find, words) => {
    openKnowledge({ items: [anItem(1)], find });
    await ask('Why?');
    await screen.findByText(words);
  });

  it('saves a question with the item that it should find, by default the best one', async () => {
    const { sent } = openKnowledge({ items: [anItem(1), anItem(2)], find: finding });
    await ask('When is it?');
    expect(await screen.findByLabelText<HTMLSelectElement>('This question should find')).toMatchObject({ value: anItem(1).id });
    await press('Save question');
    await screen.findByText('Question saved');
    type('This question should find', '');
    await press('Save question');
    await waitFor(() =>
      expect(sent('SaveKnowledgeQuestion')).toMatchObject([
        { question: 'When is it?', previous: null, expectedItemId: anItem(1).id },
        { question: 'When is it?', previous: null, expectedItemId: null },
      ]),
    );
  });

  it('saves a question that follows another one together with that one', async () => {
    const { sent } = openKnowledge({ items: [anItem(1)], find: finding });
    await screen.findByText('What would it find?');
    type('Asked before (optional)', ' Wo ist es? ');
    await ask('Und am Sonntag?');
    await press('Save question');
    await waitFor(() =>
      expect(sent('SaveKnowledgeQuestion')).toMatchObject([{ question: 'Und am Sonntag?', previous: 'Wo ist es?' }]),
    );
  });

  it('shows why a question is not saved', async () => {
    openKnowledge({ items: [anItem(1)], find: finding, refuse: refuse('BAD_INPUT', 'At most 50 questions can be saved.') });
    await ask('When is it?');
    await press('Save question');
    await screen.findByText('At most 50 questions can be saved.');
  });
});

describe('the saved questions', () => {
  it.each([
    ['found', {}, 'Should find “Lesson 1”. Found as number 1.', 'As expected'],
    [
      'no longer found',
      { rank: null, isPassed: false, wasPassed: true, previousRank: 2 },
      'Should find “Lesson 1”. Not found. Before: number 2.',
      'Not as expected',
    ],
    [
      'found again',
      { rank: 3, wasPassed: false, previousRank: null },
      'Should find “Lesson 1”. Found as number 3. Before: not found.',
      'As expected',
    ],
    [
      'of a deleted item',
      { expectedItemId: anItem(9).id, expectedTitle: 'Gone', rank: null, isPassed: false, wasPassed: false },
      'Should find “Gone”. Not found.',
      'Not as expected',
    ],
    [
      'that should find nothing',
      { expectedItemId: null, expectedTitle: null, rank: null, isPassed: false, wasPassed: true },
      'Should find nothing. Finds something. Before: nothing.',
      'Not as expected',
    ],
  ])('say for a question %s what it finds and what it found before', async (_what, changes, words, verdict) => {
    openKnowledge({ items: [anItem(1)], questions: () => [aSavedQuestion(changes)] });
    const row = within(await screen.findByRole('list', { name: 'Saved questions' })).getByRole('listitem');
    expect(row.textContent).toContain(words);
    expect(within(row).getByText(verdict)).toBeTruthy();
  });

  it('are named above the page where they find something else than before, also when nothing is known any more', async () => {
    const lost = { rank: null, isPassed: false, wasPassed: true, previousRank: 1 };
    openKnowledge({
      questions: () => [
        aSavedQuestion(lost),
        aSavedQuestion({ ...lost, id: anItem(701).id }),
        aSavedQuestion({ id: anItem(702).id }),
      ],
    });
    const notice = await screen.findByText(/2 saved questions find something else than before\./);
    const link = within(notice).getByRole('link', { name: 'See the saved questions' });
    const list = screen.getByRole('list', { name: 'Saved questions' });
    expect(list.closest(link.getAttribute('href') ?? '')).not.toBeNull();
  });

  it('are not named there where they find the same', async () => {
    openKnowledge({ items: [anItem(1)], questions: () => [aSavedQuestion({ wasPassed: true, previousRank: 1 })] });
    await screen.findByRole('list', { name: 'Saved questions' });
    expect(screen.queryByText(/something else than before/)).toBeNull();
  });

  it('are asked for again after an item was changed', async () => {
    const answers = [[aSavedQuestion()], [aSavedQuestion({ rank: null, isPassed: false, wasPassed: true, previousRank: 1 })]];
    const { sent } = openKnowledge({ items: [anItem(1)], questions: () => answers.shift() ?? [] });
    await screen.findByText(/Found as number 1/);
    const list = screen.getByRole('list', { name: 'Knowledge items' });
    fireEvent.click(within(list).getByRole('button', { name: /Lesson 1/ }));
    await screen.findByLabelText('Content');
    type('Content', 'Something else');
    fireEvent.click(await sender('Save Changes'));
    await screen.findByText(/Before: number 1/);
    expect(sent('KnowledgeQuestions')).toHaveLength(2);
  });

  it('can be asked and removed', async () => {
    const { sent } = openKnowledge({ items: [anItem(1)], find: finding, questions: () => [aSavedQuestion()] });
    const list = await screen.findByRole('list', { name: 'Saved questions' });
    fireEvent.click(within(list).getByRole('button', { name: 'When is it?' }));
    await screen.findByText('Enters as [1]');
    expect(sent('FindKnowledge')).toMatchObject([{ query: 'When is it?' }]);
    await press('Remove the question When is it?');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Saved questions' })).toBeNull());
    expect(sent('RemoveKnowledgeQuestion')).toMatchObject([{ questionId: aSavedQuestion().id }]);
  });

  it('that follow another one name it, and are asked after it again', async () => {
    const { sent } = openKnowledge({
      items: [anItem(1)],
      find: finding,
      questions: () => [aSavedQuestion({ question: 'And on Sundays?', previous: 'Where is it?' })],
    });
    const list = await screen.findByRole('list', { name: 'Saved questions' });
    expect(list.textContent).toContain('Asked after “Where is it?”');
    fireEvent.click(within(list).getByRole('button', { name: 'And on Sundays?' }));
    await waitFor(() => expect(sent('FindKnowledge')).toMatchObject([{ query: 'And on Sundays?', previous: 'Where is it?' }]));
    await press('Remove the question And on Sundays?, asked after Where is it?');
    await waitFor(() => expect(sent('RemoveKnowledgeQuestion')).toHaveLength(1));
  });

  it('can be loaded again when that failed', async () => {
    let isDown = true;
    openKnowledge({ items: [anItem(1)], questions: () => (isDown ? refuse('UNAVAILABLE')() : [aSavedQuestion()]) });
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    fireEvent.click(again);
    await screen.findByRole('list', { name: 'Saved questions' });
  });
});
