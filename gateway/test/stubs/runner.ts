import { fixture } from '@kith/kit/testing';
import {
  AppError,
  moderation,
  reports,
  requireAdmin,
  runner,
  SYSTEMS,
  systemPages,
  traces,
  type MessageTrace,
  type ModerationCase,
  type SystemPage,
} from '@kith/proto';

const TRACE: MessageTrace = {
  messageId: '400000000000000001',
  channelId: '300000000000000001',
  guildId: '200000000000000001',
  sentAt: '2026-01-02T03:04:05.000Z',
  outcome: 'ignored',
  reason: 'not_mentioned',
  command: null,
  cause: null,
  detail: null,
};

const CASE: ModerationCase = {
  id: '0b1f2a8e-6a53-4a37-9f55-3f2d6f6a1c01',
  guildId: '200000000000000001',
  channelId: '300000000000000001',
  memberId: '100000000000000001',
  memberName: 'Ann',
  rule: 'links',
  detail: null,
  actions: ['delete', 'warn'],
  refused: [],
  warnings: 1,
  timeoutUntil: null,
  isDryRun: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  undoneAt: null,
};
const PAGE: SystemPage = {
  sections: [
    {
      id: 'messages',
      title: 'Role messages',
      empty: 'None yet.',
      columns: ['Message'],
      rows: [{ id: '1', cells: ['Pick'], actions: [{ id: 'delete', label: 'Delete', confirm: 'Sure?' }] }],
      total: 1,
    },
  ],
  forms: [],
};
const requireSystem = (systemId: string): void => {
  if (!SYSTEMS.some(({ id }) => id === systemId)) throw new AppError('NOT_FOUND');
};
const PAUSE = { guildId: CASE.guildId, pausedAt: CASE.createdAt };

/** What the runners answer. */
export const stubRunner = () => [
  fixture(runner.problems, () => ({
    problems: [
      {
        guildId: CASE.guildId,
        channelId: CASE.channelId,
        action: 'delete-messages' as const,
        permission: 'Manage Messages',
        firstSeenAt: CASE.createdAt,
        lastSeenAt: CASE.createdAt,
      },
    ],
  })),
  fixture(traces.list, ({ outcome }) => ({ traces: outcome === undefined || outcome === TRACE.outcome ? [TRACE] : [] })),
  fixture(traces.get, ({ messageId }) => ({ trace: messageId === TRACE.messageId ? TRACE : null })),
  fixture(moderation.cases, ({ guildId }) => ({
    cases: guildId === undefined || guildId === CASE.guildId ? [CASE] : [],
    total: 1,
    isMoreThanTotal: false,
    next: null,
    previous: null,
  })),
  fixture(moderation.pauses, () => ({ pauses: [PAUSE] })),
  fixture(moderation.undo, ({ caseId }) => ({ ...CASE, id: caseId, undoneAt: CASE.createdAt })),
  fixture(moderation.resume, () => ({ pauses: [] })),
  fixture(systemPages.get, ({ systemId }) => {
    requireSystem(systemId);
    return PAGE;
  }),
  fixture(systemPages.act, ({ systemId, action, rowId = '' }) => {
    requireSystem(systemId);
    return { message: `Done: ${action} ${rowId}` };
  }),
  fixture(systemPages.addFile, ({ systemId, title = '', file }) => {
    requireSystem(systemId);
    return { message: `Got: ${title || file.name}` };
  }),
  fixture(reports.list, ({ actor }) => {
    requireAdmin(actor);
    return { reports: [], total: 0, next: null, previous: null };
  }),
  fixture(reports.handle, ({ actor }) => {
    requireAdmin(actor);
    throw new AppError('NOT_FOUND');
  }),
];
