import { AppError, type Plan } from '@kith/proto';
import { fireEvent, screen } from '@testing-library/react';
import { Link } from 'react-router';
import type { KnowledgeItem } from '../features/knowledge/knowledge.graphql.js';
import { KnowledgePage } from '../features/knowledge/knowledge-page.js';
import { aBot } from './bots.js';
import './canvas.js';
import { fakeServer, graphqlAnswers, sentOperations } from './fake-server.js';
import { aUser, renderApp } from './render-app.js';

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

type Taught = KnowledgeItem & { readonly content: string };

/** A knowledge item as the server returns it. */
export const anItem = (number: number, { content = `Text ${number}`, ...changes }: Partial<Taught> = {}) => ({
  __typename: 'KnowledgeItem' as const,
  id: idOf(number),
  title: `Lesson ${number}`,
  content,
  excerpt: content.slice(0, 200),
  type: 'text',
  tags: [] as string[],
  activation: 'search',
  keywords: [] as string[],
  fileUrl: null,
  status: 'ready',
  statusReason: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...changes,
  position: { __typename: 'Position' as const, x: 100, y: 100, ...changes.position },
});
type Item = ReturnType<typeof anItem>;

/** A saved question as the server returns it. */
export const aSavedQuestion = (changes: Readonly<Record<string, unknown>> = {}) => ({
  __typename: 'SavedQuestion' as const,
  id: idOf(700),
  question: 'When is it?',
  previous: null,
  expectedItemId: idOf(1),
  expectedTitle: 'Lesson 1',
  outcome: 'found',
  rank: 1,
  isPassed: true,
  wasPassed: null,
  previousRank: null,
  ...changes,
});

interface World {
  readonly plan?: Plan;
  readonly items?: readonly Item[];
  /** Total of the list when the plan shows only some items. */
  readonly total?: number;
  /** Replaces the answer of mutations. */
  readonly refuse?: () => never;
  readonly list?: () => unknown;
  readonly find?: () => unknown;
  /** The saved questions. */
  readonly questions?: () => readonly unknown[];
  /** Runs before the answer to a search. */
  readonly search?: (words: string) => unknown;
  readonly open?: () => unknown;
  /** 'list' for the list, else the brain. */
  readonly view?: 'brain' | 'list';
}

/** Opens the knowledge page of a bot with these items. */
export function openKnowledge(world: World = {}) {
  const { plan = 'basic', items = [], view = 'list' } = world;
  localStorage.setItem('kith.knowledge-view', view);
  const stored = { items: [...items] };
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser({ subscriptionPlan: plan }) }),
    'POST /graphql': graphqlAnswers({ ...reading(stored, world), ...writing(stored, world) }),
  });
  const page = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <KnowledgePage />
    </>
  );
  renderApp({ page, path: '/bots/:botId/knowledge', at: `/bots/${BOT_ID}/knowledge`, isProtected: true });
  const sent = sentOperations(calls);
  return { sent, stored };
}

const { id: BOT_ID } = aBot();
interface Stored {
  items: Item[];
}
type Asked = Record<string, unknown>;

const reading = (stored: Stored, { total, list, find, questions, search, open }: World) => ({
  Knowledge: (asked: Asked) => {
    list?.();
    const [offset, limit] = [Number(asked['offset']), Number(asked['limit'])];
    return {
      bot: { __typename: 'Bot', id: BOT_ID, name: 'Juniper' },
      knowledge: {
        __typename: 'KnowledgeList',
        total: total ?? stored.items.length,
        items: stored.items.slice(offset, offset + limit),
      },
    };
  },
  KnowledgeMatches: async ({ search: words, offset }: Asked) => {
    const found = stored.items.filter((item) => isFound(item, String(words))).toReversed();
    await search?.(String(words));
    const items = found.slice(Number(offset), Number(offset) + 200).map(({ __typename, id }) => ({ __typename, id }));
    const counted = { total: Math.min(found.length, 1000), isMoreThanTotal: found.length > 1000 };
    return { knowledge: { __typename: 'KnowledgeList', ...counted, items } };
  },
  KnowledgeItem: async ({ itemId }: Asked) => {
    await open?.();
    const knowledgeItem = stored.items.find(({ id }) => id === itemId);
    if (!knowledgeItem) throw new AppError('NOT_FOUND');
    return { knowledgeItem };
  },
  FindKnowledge: () => find?.(),
  KnowledgeQuestions: () => ({ knowledgeQuestions: questions?.() ?? [] }),
});

const writing = (stored: Stored, { refuse }: World) => ({
  AddKnowledge: ({ input }: Asked) => {
    refuse?.();
    const added = anItem(900 + stored.items.length, input as Partial<Taught>);
    stored.items.push(added);
    return { addKnowledge: added };
  },
  UpdateKnowledge: ({ itemId, input }: Asked) => {
    refuse?.();
    stored.items = stored.items.map((item) => {
      if (item.id !== itemId) return item;
      const { position, ...changes } = input as Partial<Taught>;
      const excerpt = (changes.content ?? item.content).slice(0, 200);
      return { ...item, ...changes, excerpt, position: { ...item.position, ...position } };
    });
    return { updateKnowledge: stored.items.find(({ id }) => id === itemId) };
  },
  SaveKnowledgeQuestion: (asked: Asked) => {
    refuse?.();
    return { saveKnowledgeQuestion: aSavedQuestion(asked) };
  },
  RemoveKnowledgeQuestion: () => {
    refuse?.();
    return { removeKnowledgeQuestion: { __typename: 'Message', message: 'Question removed' } };
  },
  DeleteKnowledge: ({ itemId }: Asked) => {
    refuse?.();
    stored.items = stored.items.filter(({ id }) => id !== itemId);
    return { deleteKnowledge: { __typename: 'Message', message: 'Knowledge deleted' } };
  },
});

const isFound = ({ title, content, tags }: Item, words: string): boolean =>
  [title, content, ...tags].some((text) => text.toLowerCase().includes(words.toLowerCase()));

export const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
export const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const choose = (label: string, file: File) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input[type="file"]' }), { target: { files: [file] } });
/** The button of the dialog that sends it. */
export const sender = async (name: string) => {
  const dialog = await screen.findByRole('dialog');
  return [...dialog.querySelectorAll('button')].find((button) => button.textContent === name) as HTMLButtonElement;
};
