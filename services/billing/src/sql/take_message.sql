-- Takes one message of the day for a reply of the bot: `source` is 'plan' while the daily limit has room, else 'credit', or 'denied' when the wallet
-- is empty too. `warning` as in billing.reserve_message. p_reference: under which the ledger keeps a credit.
create or replace function billing.take_message(p_user uuid, p_day date, p_limit int, p_reference text, p_bot uuid, out source text, out warning int)
language plpgsql as $$
declare
  is_due boolean;
  is_paid boolean;
begin
  warning := 0;
  -- Again when another call took the last message, or gave one back, between the two statements.
  loop
    -- One statement, because all other requests of the user wait for its end. It locks the day before the wallet.
    with counted as (
      update billing.usage_day d set on_credit = d.on_credit + 1
      where d.user_id = p_user and d.day = p_day and d.used >= p_limit returning d.user_id
    ), paid as (
      update billing.wallet w set balance = w.balance - 1 from counted c where w.user_id = c.user_id and w.balance >= 1 returning w.user_id
    ), posted as (
      insert into billing.ledger_txn (kind, reference, user_id, amount, bot_id) select 'message', p_reference, p.user_id, -1, p_bot from paid p
    )
    select exists (select from counted), exists (select from paid) into is_due, is_paid;
    if is_due then
      source := case when is_paid then 'credit' else 'denied' end;
      if not is_paid then
        update billing.usage_day set on_credit = on_credit - 1 where user_id = p_user and day = p_day;
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
    warning := 0;
  end loop;
end $$;
