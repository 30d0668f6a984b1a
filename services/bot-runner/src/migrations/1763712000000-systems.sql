-- What the systems keep that owners install, beside points.

-- Messages of the system reaction-roles, at most 50 in a server, until they are deleted on Discord. `text` is encrypted. Without `message_id` the
-- message is not posted yet. `choices` has the roles with their names and emoji.
create table runner.role_message (
  id uuid primary key,
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  channel_id text not null,
  message_id text,
  mode text not null,
  text text not null,
  choices jsonb not null,
  created_at timestamptz not null default now(),
  constraint role_message_message unique (bot_id, message_id)
);
create index role_message_list on runner.role_message (bot_id, guild_id, created_at, id);
create index role_message_channel on runner.role_message (bot_id, channel_id);
alter table runner.role_message enable row level security;
create policy owner on runner.role_message using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- Scheduled events of Discord as far as the system event-manager needs them: `name` is encrypted, `channel_id` and `message_id` are those of the
-- announcement. `attempt_at` is when the reminder is tried again. Deleted 7 days after the event began.
create table runner.server_event (
  id uuid primary key,
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  event_id text not null,
  name text not null,
  starts_at timestamptz not null,
  channel_id text,
  message_id text,
  reminded_at timestamptz,
  attempt_at timestamptz not null default now(),
  constraint server_event_event unique (bot_id, event_id)
);
create index server_event_list on runner.server_event (bot_id, guild_id, starts_at, id);
create index server_event_due on runner.server_event (bot_id, starts_at) where reminded_at is null;
create index server_event_age on runner.server_event (starts_at);
alter table runner.server_event enable row level security;
create policy owner on runner.server_event using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- Who wants to come: by the button of the announcement, or as "Interested" on Discord.
create table runner.event_sign_up (
  server_event_id uuid not null references runner.server_event on delete cascade,
  member_id text not null,
  source text not null,
  bot_id uuid not null,
  owner_id uuid not null,
  primary key (server_event_id, member_id, source)
);
create index event_sign_up_member on runner.event_sign_up (bot_id, member_id);
alter table runner.event_sign_up enable row level security;
create policy owner on runner.event_sign_up using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- Reactions to role messages for which a member got the role: by them those are found that came or went while the bot was away.
create table runner.role_reaction (
  role_message_id uuid not null references runner.role_message on delete cascade,
  emoji text not null,
  member_id text not null,
  bot_id uuid not null,
  owner_id uuid not null,
  primary key (role_message_id, emoji, member_id)
);
create index role_reaction_member on runner.role_reaction (bot_id, member_id);
alter table runner.role_reaction enable row level security;
create policy owner on runner.role_reaction using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- Tickets of the system support-tickets. `subject` and `closed_because` are encrypted. `attempt_at` is when a closed ticket is tried to be finished again,
-- or an open one asked for its activity. Deleted 30 days after it was closed.
create table runner.ticket (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  event_id text not null,
  number int not null,
  channel_id text not null,
  thread_id text,
  member_id text,
  member_name text,
  subject text not null,
  claimed_by text,
  added_ids text[] not null default '{}',
  created_at timestamptz not null default now(),
  active_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_because text,
  finished_at timestamptz,
  attempt_at timestamptz not null default now(),
  attempts int not null default 0,
  -- Null without a transcript.
  transcript_lines int,
  author_ids text[] not null default '{}',
  -- Fingerprints of members who asked to be forgotten before there was a transcript.
  forgotten text[] not null default '{}',
  -- One ticket for each form that a member sent, whatever is repeated after a crash.
  constraint ticket_event unique (bot_id, event_id)
);
-- With the owner, which row-level security asks for: the tickets before a page are read from the index alone.
create index ticket_list on runner.ticket (bot_id, guild_id, closed_at, id) include (owner_id) where closed_at is not null;
create index ticket_open on runner.ticket (bot_id, guild_id, created_at, id) include (owner_id) where closed_at is null;
create index ticket_member on runner.ticket (bot_id, member_id);
create index ticket_thread on runner.ticket (bot_id, thread_id);
create index ticket_attempt on runner.ticket (bot_id, attempt_at) where finished_at is null;
create index ticket_age on runner.ticket (closed_at, active_at);
alter table runner.ticket enable row level security;
create policy owner on runner.ticket using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- The transcript of a ticket in parts of some lines each, encrypted; changed only while the row of the ticket is locked.
create table runner.transcript_part (
  ticket_id uuid not null references runner.ticket on delete cascade,
  part int not null,
  owner_id uuid not null,
  text text not null,
  primary key (ticket_id, part)
);
-- Encrypted text cannot be compressed.
alter table runner.transcript_part alter column text set storage external;
alter table runner.transcript_part enable row level security;
create policy owner on runner.transcript_part using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- Counts the tickets of a bot in one server; locked while one is opened.
create table runner.ticket_server (
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  last_number int not null default 0,
  primary key (bot_id, guild_id)
);
alter table runner.ticket_server enable row level security;
create policy owner on runner.ticket_server using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- Rules of the system auto-moderation. Without `is_wanted` the owner removed it, and the row stays until Discord's own rule is gone. `synced_as` is the
-- state of the system for which Discord's rules were brought in step; null: they have to be, from `attempt_at` on.
create table runner.auto_moderation_rule (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  name text not null,
  trigger text not null,
  words text not null,
  at_most int not null,
  channel_ids text[] not null,
  exempt_role_ids text[] not null,
  younger_than_days int not null,
  deletes boolean not null,
  warns boolean not null,
  timeout_minutes int not null,
  is_wanted boolean not null default true,
  discord_rule_id text,
  discord_problem text,
  synced_as text,
  attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index auto_moderation_rule_list on runner.auto_moderation_rule (bot_id, guild_id, created_at);
create index auto_moderation_rule_attempt on runner.auto_moderation_rule (attempt_at, bot_id);
alter table runner.auto_moderation_rule enable row level security;
create policy owner on runner.auto_moderation_rule using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- What the system ai-moderator did in a server on the last day (UTC) on which it did something; `failure` is the code of the last error, until it works again.
create table runner.judge_server (
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  day date not null,
  judged int not null,
  reported int not null,
  skipped int not null,
  requests int not null,
  failure text,
  failed_at timestamptz,
  primary key (bot_id, guild_id)
);
alter table runner.judge_server enable row level security;
create policy owner on runner.judge_server using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
