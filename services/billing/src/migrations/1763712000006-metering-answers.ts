import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A release names the user whose numbers it changed, and a grant says whether it is a new one, so that both can be told. */
export class MeteringAnswers1763712000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter function billing.release_message(text, int) rename to release_charge;
      alter function billing.grant_credits(uuid, bigint, text, uuid) rename to grant_once;
    `);
    for (const definition of [RELEASE, GRANT]) await runner.query(definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function billing.release_message(text, int), billing.grant_credits(uuid, bigint, text, uuid);
      alter function billing.release_charge(text, int) rename to release_message;
      alter function billing.grant_once(uuid, bigint, text, uuid) rename to grant_credits;
    `);
  }
}

const RELEASE = `
  create function billing.release_message(p_request text, p_charge int) returns uuid language plpgsql as $$
  declare
    held billing.reservation;
  begin
    select * into held from billing.reservation where request_id = p_request for update;
    perform billing.release_charge(p_request, p_charge);
    if held.state = 'reserved' and held.attempt = coalesce(p_charge, held.attempt) then return held.user_id; end if;
    return null;
  end $$;
`;

const GRANT = `
  create function billing.grant_credits(p_user uuid, p_credits bigint, p_key text, p_actor uuid, out balance bigint, out is_new boolean)
  language plpgsql as $$
  begin
    balance := billing.grant_once(p_user, p_credits, p_key, p_actor);
    -- Written by this very transaction, not by an earlier one with the same key.
    is_new := exists (
      select from billing.ledger_txn
      where kind = 'grant' and reference = p_key and xmin = pg_current_xact_id()::xid
    );
  end $$;
`;
