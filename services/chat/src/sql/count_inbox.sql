-- Trigger after each statement that changes chat.message: `unanswered`, `uncertain`, `disliked` and `last_at` of the questions of the inbox stay equal
-- to reading their messages. Questions are written in the order of their ids, so that two that write the same ones do not form a deadlock.
create or replace function chat.count_inbox() returns trigger language plpgsql as $$
declare
  questions uuid[];
  signs int[];
  causes text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(inbox_id), array_agg(1), array_agg(inbox_cause) into questions, signs, causes
      from new_rows where inbox_id is not null and inbox_cause is not null and state = 'delivered';
  elsif tg_op = 'DELETE' then
    select array_agg(inbox_id), array_agg(-1), array_agg(inbox_cause) into questions, signs, causes
      from old_rows where inbox_id is not null and inbox_cause is not null and state = 'delivered';
  else
    select array_agg(r.inbox_id), array_agg(r.sign), array_agg(r.inbox_cause) into questions, signs, causes
      from (
        select inbox_id, 1 as sign, inbox_cause, state from new_rows
        union all
        select inbox_id, -1, inbox_cause, state from old_rows
      ) r
      where r.inbox_id is not null and r.inbox_cause is not null and r.state = 'delivered';
  end if;
  if questions is null then return null; end if;
  perform from chat.inbox_question where id = any(questions) order by id for update;
  update chat.inbox_question q set
      unanswered = q.unanswered + c.unanswered, uncertain = q.uncertain + c.uncertain, disliked = q.disliked + c.disliked,
      last_at = (
        select max(m.created_at) from chat.message m where m.inbox_id = q.id and m.state = 'delivered' and m.inbox_cause is not null
      )
    from (
      select r.id, coalesce(sum(r.sign) filter (where r.cause = 'unanswered'), 0) as unanswered,
        coalesce(sum(r.sign) filter (where r.cause = 'uncertain'), 0) as uncertain,
        coalesce(sum(r.sign) filter (where r.cause = 'disliked'), 0) as disliked
      from unnest(questions, signs, causes) as r (id, sign, cause) group by r.id
    ) c
    where q.id = c.id;
  return null;
end $$;
