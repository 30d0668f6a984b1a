// The statements of TicketStore.

// The row of the server is locked until the end of the transaction, so that the limits hold and no number is used twice.
export const LOCK_SERVER = `
  insert into runner.ticket_server as s (bot_id, owner_id, guild_id) values ($1, $2, $3)
  on conflict (bot_id, guild_id) do update set owner_id = excluded.owner_id`;
export const NEXT_NUMBER = `
  update runner.ticket_server set last_number = last_number + 1 where bot_id = $1 and guild_id = $2 returning last_number as number`;
export const COUNT = `
  select count(*) filter (where closed_at is null)::int as "inServer",
    count(*) filter (where member_id = $3 and closed_at is null)::int as "ofMember",
    count(*) filter (where member_id = $3 and created_at > now() - interval '1 day')::int as "today"
  from runner.ticket where bot_id = $1 and guild_id = $2 and (closed_at is null or created_at > now() - interval '1 day')`;
export const USED_UP = `
  select guild_id as "guildId", count(*) filter (where closed_at is null)::int as "open",
    count(*) filter (where created_at > now() - interval '1 day')::int as "today"
  from runner.ticket where bot_id = $1 and member_id = $2 and (closed_at is null or created_at > now() - interval '1 day') group by guild_id`;
export const END_ALL = `
  update runner.ticket set closed_at = coalesce(closed_at, now()), finished_at = now(), closed_because = null
  where bot_id = $1 and guild_id = $2 and finished_at is null returning id, event_id as "eventId"`;
// In which of the tickets without a transcript the member wrote is known to Discord alone.
export const FORGET = `
  update runner.ticket set
    added_ids = array_remove(added_ids, $2), closed_because = null,
    forgotten = case when transcript_lines is null and finished_at is null and not $3 = any(forgotten) then forgotten || $3::text else forgotten end
  where bot_id = $1 and (finished_at is null or $2 = any(added_ids))`;
export const DELETE_OLD = `
  delete from runner.ticket where id in (
    select id from runner.ticket
    where closed_at < now() - make_interval(days => $1) or (closed_at is null and active_at < now() - make_interval(days => $2))
    limit $3)`;
