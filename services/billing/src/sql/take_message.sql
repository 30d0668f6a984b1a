-- Takes one message of the day for a reply of the bot: `source` is 'plan' while the daily limit has room, else 'credit', or 'denied' when the wallet
-- is empty too. `warning` as in billing.reserve_message. p_reference: under which the ledger keeps a credit.
create or replace function billing.take_message(p_user uuid, p_day date, p_limit int, p_reference text, p_bot uuid, out source text, out warning int)
language plpgsql as $$
begin
  warning := 0;
  -- Again when another call took the last message, or gave one back, between the two statements.
  loop
    update billing.usage_day set on_credit = on_credit + 1 where user_id = p_user and day = p_day and used >= p_limit;
    if found then
      source := 'credit';
      if not billing.take_credit(p_user, p_reference, p_bot) then
        update billing.usage_day set on_credit = on_credit - 1 where user_id = p_user and day = p_day;
        source := 'denied';
      end if;
      return;
    end if;
    insert into billing.usage_day as u (user_id, day, used, warning_due)
      values (p_user, p_day, 1, billing.usage_threshold(1, p_limit))
      on conflict (user_id, day) do update
      set used = u.used + 1, warning_due = greatest(u.warning_due, billing.usage_threshold(u.used + 1, p_limit))
      where p_limit is null or u.used < p_limit
      returning case when u.warning_due > u.warned then u.warning_due else 0 end into warning;
    if found then
      source := 'plan';
      return;
    end if;
  end loop;
end $$;
