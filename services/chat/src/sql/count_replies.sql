-- Trigger after each statement that changes chat.message: the sums of the analytics stay equal to counting the delivered replies.
create or replace function chat.count_replies() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from new_rows where state = 'delivered') then
      perform chat.add_replies(array_agg(bot_id), array_agg(owner_id), array_agg(channel), array_agg(conversation), array_agg(author),
        array_agg(created_at), array_agg(latency_ms)) from new_rows where state = 'delivered';
    end if;
  elsif tg_op = 'DELETE' then
    if exists (select from old_rows where state = 'delivered') then
      perform chat.remove_replies(array_agg(bot_id), array_agg(conversation), array_agg(author), array_agg(created_at),
        array_agg(latency_ms)) from old_rows where state = 'delivered';
    end if;
  else
    -- What is added comes first: what is taken out reads the messages again, in which the added ones already count.
    if exists (select from old_rows o join new_rows n using (id) where o.state <> 'delivered' and n.state = 'delivered') then
      perform chat.add_replies(array_agg(n.bot_id), array_agg(n.owner_id), array_agg(n.channel), array_agg(n.conversation),
        array_agg(n.author), array_agg(n.created_at), array_agg(n.latency_ms))
      from old_rows o join new_rows n using (id) where o.state <> 'delivered' and n.state = 'delivered';
    end if;
    if exists (select from old_rows o join new_rows n using (id) where o.state = 'delivered' and n.state <> 'delivered') then
      perform chat.remove_replies(array_agg(o.bot_id), array_agg(o.conversation), array_agg(o.author), array_agg(o.created_at),
        array_agg(o.latency_ms))
      from old_rows o join new_rows n using (id) where o.state = 'delivered' and n.state <> 'delivered';
    end if;
  end if;
  return null;
end $$;
