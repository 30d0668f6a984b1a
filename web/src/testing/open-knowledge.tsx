import type { Plan } from '@kith/proto';
import { fireEvent, screen } from '@testing-library/react';
import { Link } from 'react-router';
import type { KnowledgeItem } from '../features/knowledge/knowledge.graphql.js';
import { KnowledgePage } from '../features/knowledge/knowledge-page.js';
import { aBot } from './bots.js';
import './canvas.js';
import { fakeServer, graphqlAnswers } from './fake-server.js';
import { aUser, renderApp } from './render-app.js';

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Something taught, as the server describes it. */
export const anItem = (number: number, changes: Partial<KnowledgeItem> = {}) => ({
  __typename: 'KnowledgeItem' as const,
  id: idOf(number),
  title: `Lesson ${number}`,
  content: `Text ${number}`,
  type: 'text',
  tags: [] as string[],
  fileUrl: null,
  status: 'ready',
  statusReason: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...changes,
  position: { __typename: 'Position' as const, x: 100, y: 100, ...changes.position },
});
type Item = ReturnType<typeof anItem>;

interface World {
  readonly plan?: Plan;
  readonly items?: readonly Item[];
  /** More than there are, when the plan shows only some. */
  readonly total?: number;
  /** Takes the place of the answer to a mutation. */
  readonly refuse?: () => never;
  readonly list?: () => unknown;
  readonly find?: () => unknown;
  /** 'list' for the list, else the brain. */
  readonly view?: 'brain' | 'list';
}

/** The page of a companion that was taught these. */
export function openKnowledge({ plan = 'basic', items = [], total, refuse, list, find, view = 'list' }: World = {}) {
  localStorage.setItem('kith.knowledge-view', view);
  const stored = { items: [...items] };
  const { id: botId } = aBot();
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser({ subscriptionPlan: plan }) }),
    'POST /graphql': graphqlAnswers({
      Knowledge: (asked) => {
        list?.();
        const [offset, limit] = [Number(asked['offset']), Number(asked['limit'])];
        return {
          bot: { __typename: 'Bot', id: botId, name: 'Juniper' },
          knowledge: {
            __typename: 'KnowledgeList',
            total: total ?? stored.items.length,
            items: stored.items.slice(offset, offset + limit),
          },
        };
      },
      AddKnowledge: ({ input }) => {
        refuse?.();
        const added = anItem(900 + stored.items.length, input as Partial<KnowledgeItem>);
        stored.items.push(added);
        return { addKnowledge: added };
      },
      UpdateKnowledge: ({ itemId, input }) => {
        refuse?.();
        stored.items = stored.items.map((item) => {
          if (item.id !== itemId) return item;
          const { position, ...changes } = input as Partial<KnowledgeItem>;
          return { ...item, ...changes, position: { ...item.position, ...position } };
        });
        return { updateKnowledge: stored.items.find(({ id }) => id === itemId) };
      },
      DeleteKnowledge: ({ itemId }) => {
        refuse?.();
        stored.items = stored.items.filter(({ id }) => id !== itemId);
        return { deleteKnowledge: { __typename: 'Message', message: 'Knowledge deleted' } };
      },
      FindKnowledge: () => find?.(),
    }),
  });
  const page = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <KnowledgePage />
    </>
  );
  renderApp({ page, path: '/bots/:botId/knowledge', at: `/bots/${botId}/knowledge`, isProtected: true });
  const sent = (name: string) =>
    calls.flatMap(({ body }) => {
      const asked = body as { operationName?: string; variables: Record<string, unknown> } | undefined;
      return asked?.operationName === name ? [asked.variables] : [];
    });
  return { sent, stored };
}

export const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
export const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const choose = (label: string, file: File) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input[type="file"]' }), { target: { files: [file] } });
/** The button of the dialog that sends it. */
export const sender = async (name: string) => {
  const dialog = await screen.findByRole('dialog');
  return [...dialog.querySelectorAll('button')].find((button) => button.textContent === name) as HTMLButtonElement;
};
