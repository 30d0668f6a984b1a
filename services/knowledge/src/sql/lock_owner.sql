-- Until the end of the transaction no other file of this user is counted or added.
create or replace function knowledge.lock_owner(p_owner uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('knowledge files ' || p_owner, 0));
$$;
