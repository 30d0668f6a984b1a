import { anActor, waitFor } from '@kith/kit/testing';
import { traces, type ChannelSettings, type RunnableBot } from '@kith/proto';
import { Traces } from '../src/traces/traces.service.js';
import { newMember, type Moderated, type ModeratedBots } from './moderated-bots.js';
import type { RunnerHarness } from './runner-harness.js';

/** What is saved: channel settings, or what the bots service derives from other settings. */
type Saved = { readonly settings?: Partial<ChannelSettings> } & Partial<
  Omit<RunnableBot, 'botId' | 'ownerId' | 'applicationId' | 'channelSettings' | 'version'>
>;

/** A running bot, and a second channel of its server. */
export interface Probed extends Moderated {
  readonly bots: ModeratedBots;
  readonly otherId: string;
}

export interface SettingRow {
  readonly setting: string;
  /** What the bot has besides; the setting itself has its default before the change unless it is named here. */
  readonly with?: (on: Probed) => Saved;
  /** The bot on Discord. */
  readonly options?: Parameters<RunnerHarness['addBot']>[1];
  /** The bot asks Discord for an intent then, which needs a new session. */
  readonly renewsSession?: boolean;
  readonly change: (on: Probed) => Saved;
  /** Writes to the bot and resolves to what it did, in a word. */
  readonly probe: (on: Probed) => Promise<string>;
  readonly before: string;
  readonly after: string;
}

type Write = NonNullable<Parameters<ModeratedBots['write']>[3]>;

/** A bot that is online with all settings at their defaults, except those of the row; it answers each line at once. */
export async function probedBot(bots: ModeratedBots, row: SettingRow): Promise<Probed> {
  const { harness } = bots;
  const added = harness.addBot({}, row.options);
  const actor = { ...anActor(), userId: harness.bots.runnableOf(added.botId).ownerId };
  const on = { ...added, actor, bots, otherId: harness.discord.addChannel(added.bot, { name: 'other' }).id };
  await harness.bots.change(on.botId, { replyPace: 'instant', ...row.with?.(on) });
  await harness.bots.start(on.botId);
  await harness.bots.waitForState(on.botId, 'online');
  return on;
}

/** What became of a message: its trace, as soon as it is final. */
export async function outcomeOf(
  { bots, actor, botId }: Pick<Probed, 'bots' | 'actor' | 'botId'>,
  messageId: string,
): Promise<string> {
  const store = bots.service.app.get(Traces, { strict: false });
  const trace = await waitFor('the trace', async () => {
    await store.write();
    const found = (await bots.ask(traces.get, { actor, botId, messageId })).trace;
    return found && found.outcome !== 'waiting' ? found : undefined;
  });
  return trace.reason === null ? trace.outcome : `${trace.outcome}: ${trace.reason}`;
}

/** The outcome of one message of a new member. */
export const outcome =
  (content = 'hello', more: (on: Probed) => Write = () => ({})) =>
  (on: Probed): Promise<string> =>
    outcomeOf(on, on.bots.write(on, content, newMember(), more(on)));

export const replyTo = (on: Probed, content: string, more: Write = {}, authorId = newMember()) =>
  on.bots.harness.discord.waitForReply(on.bots.write(on, content, authorId, more));

/** Whether something appears soon after `write`. */
export const appears = async (write: () => void, isThere: () => boolean): Promise<string> => {
  write();
  return waitFor('it', isThere, 400).then(
    () => 'said',
    () => 'silent',
  );
};
