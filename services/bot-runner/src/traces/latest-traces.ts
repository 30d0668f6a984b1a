/**
 * What stands after `from` in a query: the latest hundred traces of each outcome of a bot, as `latest`. `bot` is the expression of its id. A server in which
 * everybody talks has too many traces of an outcome to be read.
 */
export const latestTraces = (bot: string, outcomes: readonly string[], condition = 'true'): string => `
  unnest(array[${outcomes.map((outcome) => `'${outcome}'`).join(', ')}]) as asked (outcome), lateral (
    select bot_id, channel_id, guild_id, sent_at from runner.message_trace t where t.bot_id = ${bot} and t.outcome = asked.outcome and ${condition}
    order by sent_at desc, message_id desc limit 100) as latest`;

/** Of messages that the bot was to answer. */
export const TO_ANSWER = ['answered', 'unanswered', 'waiting', 'merged'];
