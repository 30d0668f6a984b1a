import { createCounts, dropCounts, readSqlFolder } from '@kith/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUDIT_COUNT } from '../audit/audit-count.js';
import { NEWS_COUNT } from '../notifications/news-count.js';
import { USER_COUNT } from '../user-count.js';

/** The schema `auth`: users, sessions, access keys, links to Discord, password reset links, notifications and the audit log. */
export class Auth1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const functions = readSqlFolder(new URL('../sql/', import.meta.url));
    for (const statement of [
      USERS,
      createCounts(USER_COUNT),
      SESSIONS,
      ACCESS_KEYS,
      DISCORD_LINKS,
      PASSWORD_RESETS,
      NOTIFICATIONS,
      AUDIT_LOG,
      createCounts(AUDIT_COUNT),
      createCounts(NEWS_COUNT),
      ...functions,
      SEARCH,
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function auth.append_audit_event(text), auth.seal_audit_head(bytea);
      drop table auth.audit_event, auth.audit_head;
      drop function auth.refuse_audit_change();
      drop table auth.notification, auth.broadcast;
      drop table auth.password_reset, auth.discord_link, auth.access_key, auth.session, auth."user";
      drop function auth.letter_sequences(text), auth.sought_sequences(text);
    `);
    for (const counts of [USER_COUNT, AUDIT_COUNT, NEWS_COUNT]) await runner.query(dropCounts(counts));
  }
}

const USERS = `
  create table auth."user" (
    id uuid primary key default gen_random_uuid(),
    username text not null,
    username_key text not null constraint user_username unique,
    email text not null,
    password_hash text not null,
    role text not null default 'user' check (role in ('user', 'admin', 'super_admin')),
    created_at timestamptz not null default now(),
    default_model_provider text not null default 'openai' check (default_model_provider in ('openai', 'claude', 'local')),
    api_key text,
    api_key_hint text,
    api_key_provider text check (api_key_provider in ('openai', 'claude')),
    api_key_id uuid,
    api_key_state text,
    own_model text,
    developer_mode boolean not null default false,
    email_notifications boolean not null default true,
    bot_status_alerts boolean not null default true,
    usage_reports boolean not null default false,
    marketing_updates boolean not null default false,
    removed_at timestamptz
  );
  -- Users who signed up with Discord may have none.
  create unique index user_email on auth."user" (lower(email)) where email <> '';
  -- Allows one super-admin, even when two replicas create it at the same time.
  create unique index user_super_admin on auth."user" (role) where role = 'super_admin';
  create index user_wants_reports on auth."user" (id) where usage_reports;
  create index user_wants_news on auth."user" (id) where marketing_updates;
  create index user_removed on auth."user" (removed_at) where removed_at is not null;
  create index user_role on auth."user" (role desc, username_key) where role <> 'user' and removed_at is null;
`;

// For searches by a part of the name or the address.
const SEARCH = `
  create index user_name_sequences on auth."user" using gin (auth.letter_sequences(username_key));
  create index user_email_sequences on auth."user" using gin (auth.letter_sequences(lower(email)));
`;

// The parent is set to null instead of deleting the impersonation: the row still says whose actor has to be dropped from caches.
const SESSIONS = `
  create table auth.session (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references auth."user" (id) on delete cascade,
    bearer_hash text not null unique,
    cookie_hash text not null unique,
    ip text not null,
    user_agent text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    impersonator_id uuid references auth."user" (id) on delete cascade,
    parent_session_id uuid references auth.session (id) on delete set null,
    expires_at timestamptz,
    check ((impersonator_id is null) = (expires_at is null)),
    check (impersonator_id is not null or parent_session_id is null)
  );
  create index session_by_user on auth.session (user_id);
  -- One impersonation per session of the super-admin.
  create unique index session_by_parent on auth.session (parent_session_id);
  create index session_by_impersonator on auth.session (impersonator_id) where impersonator_id is not null;
`;

const ACCESS_KEYS = `
  create table auth.access_key (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references auth."user" (id) on delete cascade,
    name text not null,
    key_hash text not null unique,
    hint text not null,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  );
  create index access_key_by_user on auth.access_key (user_id);
`;

// One Discord account per user, and one user per Discord account.
const DISCORD_LINKS = `
  create table auth.discord_link (
    user_id uuid primary key references auth."user" (id) on delete cascade,
    discord_id text not null constraint discord_link_account unique,
    discord_name text not null,
    created_at timestamptz not null default now()
  );
`;

// The primary key allows one link per user: a new link replaces the previous one.
const PASSWORD_RESETS = `
  create table auth.password_reset (
    user_id uuid primary key references auth."user" (id) on delete cascade,
    token_hash text not null unique,
    created_at timestamptz not null default now()
  );
`;

// The text of product news is stored once, in the row of their broadcast. Against a forgotten condition on the owner: kit sets `kith.owner` to
// the actor of the running call, or to `system`.
const NOTIFICATIONS = `
  create table auth.notification (
    id uuid primary key default gen_random_uuid(),
    position bigint generated always as identity,
    user_id uuid not null references auth."user" (id) on delete cascade,
    key text not null,
    content jsonb not null,
    created_at timestamptz not null default now(),
    read_at timestamptz,
    mailed_at timestamptz,
    unique (user_id, key)
  );
  create index notification_user on auth.notification (user_id, position desc);
  create index notification_unread on auth.notification (user_id) where read_at is null;
  create index notification_created on auth.notification (created_at);
  alter table auth.notification enable row level security;
  create policy owner on auth.notification using (current_setting('kith.owner', true) in ('system', user_id::text));

  create table auth.broadcast (
    id uuid primary key,
    kind text not null check (kind in ('product-news', 'usage-report')),
    title text,
    text text,
    week_start date unique,
    created_at timestamptz not null default now(),
    last_user_id uuid,
    reached int not null default 0,
    claimed_until timestamptz,
    finished_at timestamptz,
    check ((kind = 'product-news') = (title is not null and text is not null)),
    check ((kind = 'usage-report') = (week_start is not null))
  );
  create index broadcast_unfinished on auth.broadcast (created_at, id) where finished_at is null;
  create index broadcast_news on auth.broadcast (created_at, id) where kind = 'product-news';
  create index broadcast_finished on auth.broadcast (finished_at) where finished_at is not null;
`;

// Only the text is hashed. All other columns are generated from it, so that none of them can be changed without breaking the chain.
const AUDIT_LOG = `
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

  -- One row with the position and hash of the last event: without it, deleting rows at the end would not be noticed. The seal is an HMAC
  -- over both, so that nobody who lacks its key can compute the chain anew.
  create table auth.audit_head (
    is_only boolean primary key default true check (is_only),
    position bigint not null,
    hash bytea not null,
    seal bytea not null
  );
  insert into auth.audit_head (position, hash, seal) values (0, '', '');
`;
