import { createCounts, dropCounts, readSqlFolder } from '@kith/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BOT_TOTAL } from '../bot-totals.js';

/** The schema `bots`: bots, their systems and commands, the users' custom commands, and the periods from which the uptime is computed. */
export class Bots1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const functions = readSqlFolder(new URL('../sql/', import.meta.url));
    for (const statement of [
      BOTS,
      createCounts(BOT_TOTAL),
      VERSIONS,
      AGREEMENTS,
      SYSTEMS,
      TOOL_SERVERS,
      COMMANDS,
      RUN_PERIODS,
      POLICIES,
      ...functions,
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table bots.taken_down_application, bots.runner_presence, bots.run_period, bots.learned_command, bots.custom_command_run, bots.shared_command, bots.command_value, bots.command_host, bots.command_round, bots.tool_server, bots.custom_command, bots.installed_system, bots.agreement, bots.bot_version, bots.bot;
      drop function bots.record_run_period, bots.record_bot_change, bots.record_part_change, bots.record_custom_command_change,
        bots.own_bots, bots.count_own_bots;
    `);
    await runner.query(dropCounts(BOT_TOTAL));
  }
}

const BOTS = `
  create table bots.bot (
    id uuid primary key,
    owner_id uuid not null,
    name text not null,
    description text,
    avatar_color text not null,
    discord_token text,
    token_hint text,
    application_id text,
    server_id text,
    status_text text,
    age_rating text not null default 'everyone' check (age_rating in ('everyone', 'adult')),
    adult_confirmed_at timestamptz,
    time_zone text not null default 'UTC',
    instructions text,
    greeting text,
    example_dialogues text,
    model text not null,
    response_style text not null,
    personality jsonb not null,
    preferences jsonb not null,
    channel_settings jsonb not null,
    daily_caps jsonb not null default '{"perBot": null, "perServer": null, "perMember": null}',
    tools jsonb not null default '{"pages": false, "calculator": false, "dates": false, "dice": false, "commands": false, "servers": false}',
    version int not null default 1,
    desired_online boolean not null default false,
    started_at timestamptz,
    resumes_after_pause boolean not null default false,
    taken_down_at timestamptz,
    run_number int not null default 0,
    online_run int,
    runtime_state text not null default 'stopped'
      check (runtime_state in ('stopped', 'starting', 'online', 'reconnecting', 'failed', 'paused_by_plan')),
    status_code text,
    status_reason text,
    fence bigint not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    changed_at timestamptz not null default clock_timestamp(),
    reset_at timestamptz,
    deleted_at timestamptz,
    removal_token text,
    wrote_to_discord boolean not null default false,
    uninstalled_at timestamptz,
    check ((discord_token is null) = (application_id is null)),
    check (age_rating = 'everyone' or adult_confirmed_at is not null),
    check (deleted_at is null or (discord_token is null and not desired_online)),
    check (removal_token is null or deleted_at is not null),
    check (uninstalled_at is null or wrote_to_discord),
    check (taken_down_at is null or not (desired_online or resumes_after_pause)),
    check (not resumes_after_pause or (runtime_state = 'paused_by_plan' and discord_token is not null and not desired_online))
  );
  -- Discord applications whose bot an administrator has taken down. They outlive the bot, so that the token cannot move to a new one.
  create table bots.taken_down_application (
    application_id text primary key,
    bot_id uuid not null
  );
  create index taken_down_bot on bots.taken_down_application (bot_id);
  create unique index bot_application on bots.bot (application_id) where application_id is not null;
  create index reset_bot on bots.bot (reset_at) where reset_at is not null;
  create index uninstalled_bot on bots.bot (uninstalled_at) where uninstalled_at is not null;
  create index bot_owner on bots.bot (owner_id, created_at, id) include (runtime_state, name) where deleted_at is null;
  create index bot_desired_online on bots.bot (id) where desired_online;
  create index bot_changed on bots.bot (changed_at);
  create index bot_deleted on bots.bot (deleted_at) where deleted_at is not null;
`;

// The character of a bot after each save that changed it; at most 50 of a bot.
const VERSIONS = `
  create table bots.bot_version (
    bot_id uuid not null references bots.bot (id) on delete cascade,
    version int not null,
    character jsonb not null,
    fields text[] not null,
    is_by_administrator boolean not null,
    restored_from int,
    saved_at timestamptz not null,
    primary key (bot_id, version)
  );
`;

// The service-provider agreement that a user accepted by saving a Discord token.
const AGREEMENTS = `
  create table bots.agreement (
    user_id uuid not null,
    version int not null,
    accepted_at timestamptz not null default clock_timestamp(),
    primary key (user_id, version)
  );
`;

const SYSTEMS = `
  create table bots.installed_system (
    bot_id uuid not null references bots.bot (id) on delete cascade,
    system_id text not null,
    settings jsonb not null,
    installed_at timestamptz not null default clock_timestamp(),
    primary key (bot_id, system_id)
  );
`;

// MCP servers, with the descriptions of their tools that the owner read.
const TOOL_SERVERS = `
  create table bots.tool_server (
    id uuid primary key,
    bot_id uuid not null references bots.bot (id) on delete cascade,
    name text not null,
    address text not null,
    -- Encrypted.
    token text,
    listed jsonb not null,
    allowed jsonb not null,
    checked_at timestamptz not null,
    created_at timestamptz not null default clock_timestamp()
  );
  create index tool_server_bot on bots.tool_server (bot_id, created_at);
`;

const COMMANDS = `
  create table bots.custom_command (
    id uuid primary key,
    owner_id uuid not null,
    name text not null,
    trigger text not null,
    description text not null,
    code text not null,
    icon text not null,
    options jsonb not null default '[]',
    needs_review boolean not null default false,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp()
  );
  create index custom_command_owner on bots.custom_command (owner_id, created_at, id);

  create table bots.learned_command (
    id uuid primary key,
    bot_id uuid not null references bots.bot (id) on delete cascade,
    catalogue_id text,
    custom_command_id uuid references bots.custom_command (id) on delete cascade,
    custom_trigger text,
    is_enabled boolean not null,
    cooldown_s int,
    required_role_id text,
    learned_at timestamptz not null default clock_timestamp(),
    check (num_nonnulls(catalogue_id, custom_command_id) = 1),
    unique (bot_id, catalogue_id),
    unique (bot_id, custom_command_id)
  );
  -- At most 20 of a command.
  create table bots.custom_command_run (
    id uuid primary key,
    custom_command_id uuid not null references bots.custom_command (id) on delete cascade,
    bot_name text not null,
    trigger text not null,
    started_at timestamptz not null,
    duration_ms double precision not null,
    -- Encrypted: its message may quote what a member wrote.
    error text
  );
  create index custom_command_run_latest on bots.custom_command_run (custom_command_id, started_at desc, id desc);
  create table bots.shared_command (
    code text primary key,
    custom_command_id uuid not null unique references bots.custom_command (id) on delete cascade
  );
  -- What custom commands store for a bot, and the websites that they may read.
  create table bots.command_value (
    bot_id uuid not null references bots.bot (id) on delete cascade,
    key text not null,
    value text not null,
    bytes int not null,
    primary key (bot_id, key)
  );
  create table bots.command_host (
    bot_id uuid not null references bots.bot (id) on delete cascade,
    host text not null,
    primary key (bot_id, host)
  );
  -- What runs got when they waited, for minutes.
  create table bots.command_round (
    run_id text not null,
    round int not null,
    bot_id uuid not null references bots.bot (id) on delete cascade,
    -- Fingerprint of the member who called the command.
    member text not null,
    content text not null,
    created_at timestamptz not null default clock_timestamp(),
    primary key (run_id, round)
  );
  create index command_round_created on bots.command_round (created_at);
  create index command_round_bot on bots.command_round (bot_id, member);
  create index learned_custom_command on bots.learned_command (custom_command_id) where custom_command_id is not null;
`;

// Written by the trigger `record_run_period`; see src/sql.
const RUN_PERIODS = `
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

  -- One row: when a replica of the bot-runner was last known to be up.
  create table bots.runner_presence (
    id int primary key check (id = 1),
    seen_at timestamptz not null
  );
  insert into bots.runner_presence values (1, now());
`;

// Against a forgotten condition on the owner: kit sets `kith.owner` to the actor of the running call, or to `system`. The rows of a bot are
// visible where the bot is. `runner_presence` belongs to nobody. A subquery around the setting would be planned for each statement, which costs
// more than reading the setting for each of these few rows.
const POLICIES = `
  alter table bots.agreement enable row level security;
  alter table bots.bot enable row level security;
  alter table bots.bot_version enable row level security;
  alter table bots.custom_command enable row level security;
  alter table bots.custom_command_run enable row level security;
  alter table bots.shared_command enable row level security;
  alter table bots.command_value enable row level security;
  alter table bots.command_host enable row level security;
  alter table bots.tool_server enable row level security;
  alter table bots.command_round enable row level security;
  alter table bots.installed_system enable row level security;
  alter table bots.learned_command enable row level security;
  alter table bots.run_period enable row level security;
  create policy owner on bots.agreement using (current_setting('kith.owner', true) in ('system', user_id::text));
  create policy owner on bots.bot using (current_setting('kith.owner', true) in ('system', owner_id::text));
  create policy owner on bots.bot_version using (
    current_setting('kith.owner', true) = 'system' or exists (select from bots.bot where id = bot_id));
  create policy owner on bots.custom_command using (current_setting('kith.owner', true) in ('system', owner_id::text));
  create policy owner on bots.custom_command_run using (
    current_setting('kith.owner', true) = 'system' or exists (select from bots.custom_command where id = custom_command_id));
  create policy owner on bots.shared_command using (
    current_setting('kith.owner', true) = 'system' or exists (select from bots.custom_command where id = custom_command_id));
  create policy owner on bots.command_value using (
    current_setting('kith.owner', true) = 'system' or exists (select from bots.bot where id = bot_id));
  create policy owner on bots.command_host using (
    current_setting('kith.owner', true) = 'system' or exists (select from bots.bot where id = bot_id));
  create policy owner on bots.tool_server using (
    current_setting('kith.owner', true) = 'system' or exists (select from bots.bot where id = bot_id));
  create policy owner on bots.command_round using (current_setting('kith.owner', true) = 'system');
  create policy owner on bots.installed_system using (
    current_setting('kith.owner', true) = 'system' or exists (select from bots.bot where id = bot_id));
  create policy owner on bots.learned_command using (
    current_setting('kith.owner', true) = 'system' or exists (select from bots.bot where id = bot_id));
  create policy owner on bots.run_period using (
    current_setting('kith.owner', true) = 'system' or exists (select from bots.bot where id = bot_id));
`;
