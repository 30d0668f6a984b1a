import { BOT_FIELDS, BOT_SETTING_NAMES, ERRORS, type Bot, type BotSettingName, type RuntimeState } from '@kith/proto';
import type { BotEntity } from './bot.entity.js';
import type { RuntimeInfo } from './runtime-info.js';

const NO_RUNNER = 'The part of Kith that keeps bots on Discord is not running. The bot comes back by itself once it runs again.';

type Column = keyof BotEntity;
type Value = (bot: BotEntity, info: RuntimeInfo) => unknown;
/** How a field of a bot is made: the columns it needs, whether it needs the counts of replies or the state of runners, and its value. */
interface Source {
  readonly columns: readonly Column[];
  readonly needs?: keyof RuntimeInfo;
  readonly value: Value;
}

const column = (name: Column): Source => ({ columns: [name], value: (bot) => bot[name] });
const time = (name: 'createdAt' | 'updatedAt'): Source => ({ columns: [name], value: (bot) => bot[name].toISOString() });
const state = (value: Value): Source => ({
  columns: ['runtimeState', 'desiredOnline', 'statusReason', 'takenDownAt'],
  needs: 'isRunnerUp',
  value,
});

const SOURCES: Readonly<Record<keyof Bot, Source>> = {
  ...(Object.fromEntries(BOT_SETTING_NAMES.map((name) => [name, column(name)])) as Record<BotSettingName, Source>),
  id: column('id'),
  userId: column('ownerId'),
  hasDiscordToken: { columns: ['discordToken'], value: (bot) => bot.discordToken !== null },
  discordTokenHint: column('tokenHint'),
  dedicatedChannelId: { columns: ['channelSettings'], value: (bot) => bot.channelSettings.dedicatedChannelId || null },
  status: state((bot, info) => (runtimeStateOf(bot, info) === 'online' ? 'online' : 'offline')),
  runtimeState: state(runtimeStateOf),
  statusReason: state(statusReasonOf),
  messageCount: { columns: ['id'], needs: 'messageCount', value: (_bot, { messageCount }) => messageCount },
  isResetting: { columns: ['resetAt'], value: ({ resetAt }) => resetAt !== null },
  created: time('createdAt'),
  createdAt: time('createdAt'),
  updatedAt: time('updatedAt'),
  version: column('version'),
};

/** A bot as its owner sees it. */
export const viewOf = (bot: BotEntity, info: RuntimeInfo): Bot => fieldsOf(bot, info, BOT_FIELDS) as Bot;

/** The named fields of a bot as its owner sees it. The row needs the columns of these fields only. */
export function fieldsOf(bot: BotEntity, info: RuntimeInfo, fields: readonly (keyof Bot)[]): Partial<Bot> {
  const view: Partial<Record<keyof Bot, unknown>> = {};
  for (const field of fields) view[field] = SOURCES[field].value(bot, info);
  return view as Partial<Bot>;
}

/** The columns that the named fields are made of. */
export const columnsOf = (fields: readonly (keyof Bot)[]): Column[] => [
  ...new Set(fields.flatMap((field) => SOURCES[field].columns)),
];

/** Whether one of the named fields needs what is not in the row. */
export const needsInfo = (fields: readonly (keyof Bot)[], info: keyof RuntimeInfo): boolean =>
  fields.some((field) => SOURCES[field].needs === info);

// A runner that died reports nothing: without a running one there is no connection, whatever the last report says.
function runtimeStateOf({ desiredOnline, runtimeState, takenDownAt }: BotEntity, { isRunnerUp }: RuntimeInfo): RuntimeState {
  if (takenDownAt !== null) return 'taken_down';
  if (isRunnerUp) return runtimeState;
  if (desiredOnline) return 'reconnecting';
  return runtimeState === 'failed' || runtimeState === 'paused_by_plan' ? runtimeState : 'stopped';
}

function statusReasonOf({ desiredOnline, statusReason, takenDownAt }: BotEntity, { isRunnerUp }: RuntimeInfo): string | null {
  if (takenDownAt !== null) return ERRORS.TAKEN_DOWN.text;
  return desiredOnline && !isRunnerUp ? NO_RUNNER : statusReason;
}
