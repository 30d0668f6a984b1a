import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users and their sessions. */
export class Auth1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table auth."user" (
        id uuid primary key default gen_random_uuid(),
        username text not null,
        username_key text not null constraint user_username unique,
        email text not null,
        password_hash text not null,
        role text not null default 'user' check (role in ('user', 'admin', 'super_admin')),
        created_at timestamptz not null default now()
      );
      create unique index user_email on auth."user" (lower(email));
      -- There is one super-admin, whatever two replicas do at the same time.
      create unique index user_super_admin on auth."user" (role) where role = 'super_admin';

      create table auth.session (
        id uuid primary key default gen_random_uuid(),
        user_id uuid not null references auth."user" (id) on delete cascade,
        bearer_hash text not null unique,
        cookie_hash text not null unique,
        ip text not null,
        user_agent text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz not null default now()
      );
      create index session_by_user on auth.session (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table auth.session, auth."user"');
  }
}
