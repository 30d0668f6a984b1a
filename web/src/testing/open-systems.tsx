import type { User } from '@kith/proto';
import { Link } from 'react-router';
import { SystemsPage } from '../features/systems/systems-page.js';
import { aBot } from './bots.js';
import { fakeServer, graphqlAnswers, sentOperations, type Answer } from './fake-server.js';
import { aUser, renderApp } from './render-app.js';

export const DEFAULTS = { maxRoles: 5, removeOnReact: true, logChannel: '' };
export const installedOf = (systemId: string, settings: object = {}) => ({
  __typename: 'InstalledSystem',
  systemId,
  settings,
  installedAt: '2026-11-20T10:00:00.000Z',
});

interface World {
  readonly installed?: ReturnType<typeof installedOf>[];
  /** Runs before a mutation is answered; may throw. */
  readonly onMutation?: () => unknown;
  readonly list?: () => unknown;
  readonly user?: Partial<User>;
  /** Answers of the page of a system, by operation. */
  readonly operations?: Parameters<typeof graphqlAnswers>[0];
  /** Answers an uploaded file. */
  readonly onUpload?: Answer;
}

/** Shows the page before a brain that keeps what is sent. */
export function openSystems({ installed = [], onMutation, list, user, operations, onUpload }: World = {}) {
  const brain = { current: [...installed] };
  const calls = fakeServer({
    'GET /api/auth/user': () => ({ body: aUser(user) }),
    ...(onUpload && { [`POST /api/bots/${aBot().id}/systems/reaction-roles/files`]: onUpload }),
    'POST /graphql': graphqlAnswers({
      SystemPage: () => ({ systemPage: { __typename: 'SystemPage', sections: [], forms: [], notice: null, upload: null } }),
      ...operations,
      BotSystems: list ?? (() => ({ bot: aBot(), systems: brain.current })),
      InstallSystem: async ({ systemId }) => {
        await onMutation?.();
        const added = installedOf(String(systemId), systemId === 'reaction-roles' ? DEFAULTS : {});
        brain.current = [...brain.current, added];
        return { installSystem: added };
      },
      ConfigureSystem: async ({ systemId, settings, reset }) => {
        await onMutation?.();
        const before = brain.current.find((one) => one.systemId === systemId)?.settings;
        const after = installedOf(String(systemId), { ...(reset ? DEFAULTS : before), ...(settings as object) });
        brain.current = brain.current.map((one) => (one.systemId === systemId ? after : one));
        return { configureSystem: after };
      },
      RemoveSystem: async ({ systemId }) => {
        await onMutation?.();
        brain.current = brain.current.filter((one) => one.systemId !== systemId);
        return { removeSystem: { __typename: 'Message', message: 'System removed' } };
      },
    }),
  });
  const { id } = aBot();
  const page = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <SystemsPage />
    </>
  );
  renderApp({ page, path: '/bots/:botId/systems', at: `/bots/${id}/systems`, isProtected: true });
  const sent = sentOperations(calls);
  return { sent, brain };
}
