/**
 * A part of statements: of each row of `bot (id)` and `asked (outcome)` the latest hundred messages, because a bot that is asked very much has more
 * than can be read. Slash commands that were not run are left out: members can use those also where the bot does not answer.
 */
export const LATEST_ASKED = `lateral (
    select bot_id, channel_id, guild_id, sent_at from runner.message_trace t
    where t.bot_id = bot.id and t.outcome = asked.outcome and (t.command is null or t.reason is null)
    order by sent_at desc, message_id desc limit 100) as latest`;
