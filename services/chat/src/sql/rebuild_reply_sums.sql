-- Counts the delivered replies of a bot anew. With the lock that whatever stores, counts, forgets or wipes messages takes first.
create or replace function chat.rebuild_reply_sums(p_bot uuid) returns void language plpgsql as $$
begin
  perform from chat.bot_counter where bot_id = p_bot for update;
  delete from chat.reply_author where bot_id = p_bot;
  delete from chat.reply_conversation where bot_id = p_bot;
  delete from chat.reply_hour where bot_id = p_bot;
  perform chat.add_replies(array_agg(bot_id), array_agg(owner_id), array_agg(channel), array_agg(conversation), array_agg(author),
    array_agg(created_at), array_agg(latency_ms)) from chat.message where bot_id = p_bot and state = 'delivered';
end $$;
