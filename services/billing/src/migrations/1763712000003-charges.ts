import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A reservation names its charge and a release may name the one it means: repeated late, it leaves a later charge alone. */
export class Charges1763712000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop function billing.release_message(text)');
    for (const definition of [CHARGE, RELEASE]) await runner.query(definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function billing.charge_message(uuid, int, text), billing.release_message(text, int)');
    await runner.query(RELEASE_ANY);
  }
}

// The row is locked by then: `attempt` is the one that was reserved here, or that answers as before.
const CHARGE = `
  create function billing.charge_message(p_user uuid, p_limit int, p_request text, out source text, out charge int) language plpgsql as $$
  begin
    source := billing.reserve_message(p_user, p_limit, p_request);
    charge := 0;
    if source in ('plan', 'credit') then
      select attempt into charge from billing.reservation where request_id = p_request;
    end if;
  end $$;
`;

const release = (parameters: string, condition: string): string => `
  create function billing.release_message(${parameters}) returns void language plpgsql as $$
  declare
    held billing.reservation;
  begin
    update billing.reservation set state = 'released'
      where request_id = p_request and state = 'reserved' ${condition} returning * into held;
    if not found then return; end if;
    if held.source = 'plan' then
      update billing.usage_day set used = used - 1 where user_id = held.user_id and day = held.day;
    else
      update billing.wallet set balance = balance + 1 where user_id = held.user_id;
      perform billing.post_ledger('reversal', p_request || '#' || held.attempt, held.user_id, 1, 'consumed');
    end if;
  end $$;
`;
const RELEASE = release('p_request text, p_charge int', 'and attempt = coalesce(p_charge, attempt)');
const RELEASE_ANY = release('p_request text', '');
