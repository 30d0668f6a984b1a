import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit log: append-only, each row chained to the one before (decision A4, S75). */
export class Audit1763798400001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [TABLES, GUARDS, WRITE]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function auth.write_audit_event(text);
      drop table auth.audit_event, auth.audit_head;
      drop function auth.refuse_audit_change();
    `);
  }
}

// The text is what is hashed; all else is generated from it, so that nothing can be changed beside it.
const TABLES = `
  create table auth.audit_event (
    position bigint primary key,
    event text not null,
    hash bytea not null,
    id uuid not null unique generated always as ((event::jsonb ->> 'id')::uuid) stored,
    at text collate "C" not null generated always as (event::jsonb ->> 'at') stored,
    action text not null generated always as (event::jsonb ->> 'action') stored,
    actor_id uuid generated always as ((event::jsonb ->> 'actorId')::uuid) stored,
    effective_user_id uuid generated always as ((event::jsonb ->> 'effectiveUserId')::uuid) stored,
    target text generated always as (event::jsonb ->> 'target') stored
  );
  create index audit_event_at on auth.audit_event (at, position);
  create index audit_event_action on auth.audit_event (action, at, position);
  create index audit_event_actor on auth.audit_event (actor_id);
  create index audit_event_effective_user on auth.audit_event (effective_user_id);
  create index audit_event_target on auth.audit_event (target);

  -- Where the chain ends: rows taken off its end are missed, and its lock makes writers queue.
  create table auth.audit_head (
    is_only boolean primary key default true check (is_only),
    position bigint not null,
    hash bytea not null
  );
  insert into auth.audit_head (position, hash) values (0, '');
`;

const GUARDS = `
  create function auth.refuse_audit_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit log is append-only';
  end $$;
  create trigger append_only before update or delete or truncate on auth.audit_event
    for each statement execute function auth.refuse_audit_change();
  create trigger append_only before insert or delete or truncate on auth.audit_head
    for each statement execute function auth.refuse_audit_change();
`;

// An event that is there already writes nothing.
const WRITE = `
  create function auth.write_audit_event(p_event text) returns void language plpgsql as $$
  declare
    head auth.audit_head;
  begin
    select * into head from auth.audit_head for update;
    if exists (select from auth.audit_event where id = (p_event::jsonb ->> 'id')::uuid) then return; end if;
    head.position := head.position + 1;
    head.hash := sha256(head.hash || convert_to(p_event, 'UTF8'));
    insert into auth.audit_event (position, event, hash) values (head.position, p_event, head.hash);
    update auth.audit_head set position = head.position, hash = head.hash;
  end $$;
`;
