import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When companions were desired_online on Discord, and when they were there (decision N2). A trigger of the table of companions writes it, so that
 * no way of starting, stopping, pausing, reporting or deleting can forget to. At most one period of a companion is open.
 */
export class RunPeriods1763712000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table bots.run_period (
        id bigint generated always as identity primary key,
        bot_id uuid not null references bots.bot (id) on delete cascade,
        is_ready boolean not null,
        started_at timestamptz not null,
        ended_at timestamptz,
        check (ended_at >= started_at)
      );
      create unique index run_period_open on bots.run_period (bot_id) where ended_at is null;
      create index run_period_bot on bots.run_period (bot_id, ended_at);
      create index run_period_ended on bots.run_period (ended_at) where ended_at is not null;

      -- One row: when a runner was last known to be up.
      create table bots.runner_watch (
        id int primary key check (id = 1),
        seen_at timestamptz not null
      );
      insert into bots.runner_watch values (1, now());

      create function bots.follow_run() returns trigger language plpgsql as $$
      declare
        at timestamptz := clock_timestamp();
        ready boolean := new.runtime_state = 'online';
      begin
        if new.desired_online and exists (
          select from bots.run_period where bot_id = new.id and ended_at is null and is_ready = ready
        ) then
          return null;
        end if;
        update bots.run_period set ended_at = greatest(at, started_at) where bot_id = new.id and ended_at is null;
        if new.desired_online then
          insert into bots.run_period (bot_id, is_ready, started_at) values (new.id, ready, at);
        end if;
        return null;
      end $$;
      create trigger bot_run after update of desired_online, runtime_state on bots.bot
        for each row execute function bots.follow_run();

      insert into bots.run_period (bot_id, is_ready, started_at)
        select id, runtime_state = 'online', now() from bots.bot where desired_online;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger bot_run on bots.bot;
      drop function bots.follow_run();
      drop table bots.runner_watch;
      drop table bots.run_period;
    `);
  }
}
