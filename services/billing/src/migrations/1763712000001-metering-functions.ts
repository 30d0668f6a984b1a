import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Reserve, settle, release and grant. Every function locks in the order reservation, day, wallet, and each call is a transaction
 * of its own, so that they cannot deadlock.
 */
export class MeteringFunctions1763712000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const definition of [POST_LEDGER, TAKE_CREDIT, RESERVE, SETTLE, RELEASE, GRANT]) await runner.query(definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function billing.grant_credits(uuid, bigint, text, uuid), billing.release_message(text), billing.settle_message(text),
        billing.reserve_message(uuid, int, text), billing.take_credit(uuid, text), billing.post_ledger(text, text, uuid, bigint, text);
    `);
  }
}

const POST_LEDGER = `
  create function billing.post_ledger(p_kind text, p_reference text, p_user uuid, p_amount bigint, p_counterpart text) returns void
  language plpgsql as $$
  declare
    txn bigint;
  begin
    insert into billing.ledger_txn (kind, reference) values (p_kind, p_reference) returning id into txn;
    insert into billing.ledger_line (txn_id, account, amount) values (txn, 'user:' || p_user, p_amount), (txn, p_counterpart, -p_amount);
  end $$;
`;

const TAKE_CREDIT = `
  create function billing.take_credit(p_user uuid, p_reference text) returns boolean language plpgsql as $$
  begin
    update billing.wallet set balance = balance - 1 where user_id = p_user and balance >= 1;
    if not found then return false; end if;
    perform billing.post_ledger('message', p_reference, p_user, -1, 'consumed');
    return true;
  end $$;
`;

// A request that is reserved or settled answers as before. One that was released (a retried job) is charged anew: \`attempt\` counts
// the charges and keeps their ledger references apart. A denial is not remembered: nothing was charged, and credits may come.
const RESERVE = `
  create function billing.reserve_message(p_user uuid, p_limit int, p_request text) returns text language plpgsql as $$
  declare
    today date := (now() at time zone 'utc')::date;
    held billing.reservation;
    chosen text;
  begin
    -- A flood beyond the limit costs reads only. The statements below still decide.
    if p_limit <= coalesce((select used from billing.usage_day where user_id = p_user and day = today), 0)
      and not exists (select from billing.wallet where user_id = p_user and balance >= 1)
      and not exists (select from billing.reservation where request_id = p_request) then
      return 'denied';
    end if;
    loop
      insert into billing.reservation (request_id, user_id, state, day) values (p_request, p_user, 'released', today) on conflict do nothing;
      select * into held from billing.reservation where request_id = p_request for update;
      -- A twin that is denied takes its row away between the two statements.
      exit when found;
    end loop;
    if held.user_id <> p_user then return null; end if;
    if held.state <> 'released' then return held.source; end if;

    insert into billing.usage_day as u (user_id, day, used) values (p_user, today, 1)
      on conflict (user_id, day) do update set used = u.used + 1 where p_limit is null or u.used < p_limit;
    if found then
      chosen := 'plan';
    elsif billing.take_credit(p_user, p_request || '#' || held.attempt + 1) then
      chosen := 'credit';
    else
      delete from billing.reservation where request_id = p_request and attempt = 0;
      return 'denied';
    end if;
    update billing.reservation set state = 'reserved', source = chosen, day = today, attempt = held.attempt + 1, reserved_at = now()
      where request_id = p_request;
    return chosen;
  end $$;
`;

const SETTLE = `
  create function billing.settle_message(p_request text) returns void language sql as $$
    update billing.reservation set state = 'settled' where request_id = p_request and state = 'reserved';
  $$;
`;

const RELEASE = `
  create function billing.release_message(p_request text) returns void language plpgsql as $$
  declare
    held billing.reservation;
  begin
    update billing.reservation set state = 'released' where request_id = p_request and state = 'reserved' returning * into held;
    if not found then return; end if;
    if held.source = 'plan' then
      update billing.usage_day set used = used - 1 where user_id = held.user_id and day = held.day;
    else
      update billing.wallet set balance = balance + 1 where user_id = held.user_id;
      perform billing.post_ledger('reversal', p_request || '#' || held.attempt, held.user_id, 1, 'consumed');
    end if;
  end $$;
`;

// Answers the balance, or null when the key was used for another user or amount.
const GRANT = `
  create function billing.grant_credits(p_user uuid, p_credits bigint, p_key text, p_actor uuid) returns bigint language plpgsql as $$
  declare
    txn bigint;
    result bigint;
  begin
    insert into billing.ledger_txn (kind, reference, actor_id) values ('grant', p_key, p_actor) on conflict do nothing returning id into txn;
    if txn is null then
      select w.balance into result
        from billing.ledger_txn t
        join billing.ledger_line l on l.txn_id = t.id and l.account = 'user:' || p_user and l.amount = p_credits
        join billing.wallet w on w.user_id = p_user
        where t.kind = 'grant' and t.reference = p_key;
      return result;
    end if;
    insert into billing.ledger_line (txn_id, account, amount) values (txn, 'user:' || p_user, p_credits), (txn, 'granted', -p_credits);
    insert into billing.wallet as w (user_id, balance) values (p_user, p_credits)
      on conflict (user_id) do update set balance = w.balance + excluded.balance returning w.balance into result;
    return result;
  end $$;
`;
