-- Stores a reply with the lock of the counter of its bot, which whatever stores, counts, forgets or wipes messages takes first, and lets the memory of
-- its author begin or go on. Deletes the pictures of messages that are no part of the conversation any more.
-- is_due: whether p_due of the author's messages wait to be read by a model. No row when the bot was wiped since p_epoch, or
-- when the author, whose fingerprint p_member is, asked to be forgotten after the message p_snowflake; a row of nulls when the message has a reply already.
-- Each statement sees what others committed before it began, also those that the lock was waited for. In one call, because the round trips of a
-- transaction would take more time than its statements.
create or replace function chat.store_reply(p_reply jsonb, p_epoch int, p_member text, p_snowflake numeric, p_due int)
returns table (id uuid, created_at timestamptz, memory_id uuid, is_due boolean) language plpgsql as $$
#variable_conflict use_column
declare
  reply chat.message := jsonb_populate_record(null::chat.message, p_reply);
  current_epoch int;
  stored_id uuid;
  memory record;
begin
  -- The update changes nothing, but it waits for a concurrent wipe and then reads the row as the wipe left it.
  insert into chat.bot_counter as c (bot_id, delivered) values (reply.bot_id, 0)
    on conflict (bot_id) do update set delivered = c.delivered returning epoch into current_epoch;
  if current_epoch <> p_epoch then return; end if;
  if exists (
    select from chat.forgotten_member f where f.bot_id = reply.bot_id and f.fingerprint = p_member and f.before_snowflake > p_snowflake
  ) then return; end if;
  reply.id := gen_random_uuid();
  reply.created_at := now();
  insert into chat.message select (reply).* on conflict do nothing returning id into stored_id;
  if stored_id is null then
    return query select null::uuid, null::timestamptz, null::uuid, false;
    return;
  end if;
  -- Rows that the deletion of old messages holds are left to it: each could wait for the other.
  delete from chat.message_picture where (message_id, position) in (
    select p.message_id, p.position from chat.message_picture p join chat.message m on m.id = p.message_id
    where p.bot_id = reply.bot_id and p.conversation = reply.conversation and m.state not in ('delivered', 'written')
    for update of p skip locked
  );
  if reply.memory_scope = '' then
    return query select reply.id, reply.created_at, null::uuid, false;
    return;
  end if;
  insert into chat.memory as m (bot_id, owner_id, member, scope, processed_until)
    values (reply.bot_id, reply.owner_id, reply.author, reply.memory_scope, now() - interval '1 millisecond')
    on conflict (bot_id, member, scope) do update set used_at = now() returning m.id, m.processed_until into memory;
  return query select reply.id, reply.created_at, memory.id, p_due = (
    select count(*) from (
      select from chat.message x
      where x.bot_id = reply.bot_id and x.author = reply.author and x.memory_scope = reply.memory_scope and x.created_at > memory.processed_until
      limit p_due
    ) waiting
  );
end $$;
