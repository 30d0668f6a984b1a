-- Deletes the chunks of an item from the index. Needs the lock of the bot, because the counts of all its items share rows.
create or replace function knowledge.unindex_item(p_item uuid) returns void language sql as $$
  with deleted_postings as (
    delete from knowledge.posting p using knowledge.chunk c where c.item_id = p_item and p.chunk_id = c.id
    returning p.bot_id, p.lex, p.tf
  ),
  deleted_counts as (select bot_id, lex, count(*) as n from deleted_postings group by bot_id, lex),
  counted as (
    update knowledge.klex k set df = k.df - deleted_counts.n from deleted_counts where k.bot_id = deleted_counts.bot_id and k.lex = deleted_counts.lex
  )
  update knowledge.kstat s set n = s.n - c.n, len = s.len - coalesce((select sum(tf) from deleted_postings), 0)
  from (select bot_id, count(*) as n from knowledge.chunk where item_id = p_item group by bot_id) c where s.bot_id = c.bot_id;

  delete from knowledge.klex k using knowledge.item i where i.id = p_item and k.bot_id = i.bot_id and k.df = 0;
  delete from knowledge.chunk where item_id = p_item;
$$;
