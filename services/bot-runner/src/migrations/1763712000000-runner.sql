-- What Discord refuses to a bot, until the same action succeeds: at most 50 of a bot, for 30 days after it was last seen.
create table runner.problem (
  bot_id uuid not null,
  owner_id uuid not null,
  -- Both are '' where there is none: in direct messages, and for what concerns a whole server.
  guild_id text not null,
  channel_id text not null,
  action text not null,
  -- The permission that is missing, in the words of Discord's settings; null when something else is the reason, such as the order of roles.
  permission text,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (bot_id, guild_id, channel_id, action)
);
create index problem_age on runner.problem (last_seen_at);

-- Messages that broke a rule of moderation, one row each, without their text; kept for 90 days. `actions` is what was done, or would have been
-- done in a dry run, `refused` what Discord refused of it. Without `member_id` the member asked to be forgotten.
create table runner.moderation_case (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  channel_id text not null,
  message_id text not null,
  member_id text,
  member_name text,
  rule text not null,
  -- What a system found: the name of the rule, or the category and how sure the model was.
  detail text,
  actions text[] not null,
  refused text[] not null default '{}',
  warnings int,
  timeout_until timestamptz,
  is_dry_run boolean not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  -- One case a message, whatever is repeated after a crash.
  constraint moderation_case_message unique (bot_id, message_id)
);
create index moderation_case_list on runner.moderation_case (bot_id, created_at desc, id);
create index moderation_case_member on runner.moderation_case (bot_id, member_id, guild_id);
create index moderation_case_minute on runner.moderation_case (bot_id, guild_id, created_at) where not is_dry_run;
create index moderation_case_age on runner.moderation_case (created_at);

-- Moderation of a bot in one server. The row is locked while a case is added, so that the limit per minute holds.
create table runner.moderation_server (
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  paused_at timestamptz,
  -- When the owner let moderation go on: the minute is counted from then.
  resumed_at timestamptz,
  primary key (bot_id, guild_id)
);

-- Reminders that members asked for, deleted when they are delivered; `text` is encrypted. `attempt_at` is when a reminder is due, and after that
-- when its delivery is tried again. `missed` counts the jobs that ended without its delivery. Deleted 7 days after it was due.
create table runner.reminder (
  id uuid primary key,
  bot_id uuid not null,
  owner_id uuid not null,
  member_id text not null,
  message_id text not null,
  channel_id text not null,
  guild_id text,
  text text not null,
  due_at timestamptz not null,
  attempt_at timestamptz not null,
  missed int not null default 0,
  created_at timestamptz not null default now()
);
create index reminder_attempt on runner.reminder (attempt_at, bot_id);
create index reminder_member on runner.reminder (bot_id, member_id, due_at);
alter table runner.reminder enable row level security;
create policy owner on runner.reminder using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

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

-- What members of Discord reported about bots. `subject` is the reported message, or the interaction that reported the bot itself; `text` is
-- encrypted and deleted after 30 days, the row after 180. `reporters` has fingerprints.
create table runner.report (
  id uuid primary key,
  bot_id uuid not null,
  owner_id uuid not null,
  subject text not null,
  guild_id text,
  channel_id text not null,
  message_id text,
  reason text not null,
  text text,
  reporters text[] not null,
  state text not null,
  created_at timestamptz not null default now(),
  handled_at timestamptz,
  constraint report_subject unique (bot_id, subject)
);
create index report_open on runner.report (created_at, id) where state = 'open';
create index report_handled on runner.report (state, handled_at desc, id) where state <> 'open';
create index report_age on runner.report (created_at);
alter table runner.report enable row level security;
create policy owner on runner.report using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- What became of each message that reached a bot, without its content and its author; kept for seven days.
create table runner.message_trace (
  bot_id uuid not null,
  message_id text not null,
  owner_id uuid not null,
  channel_id text not null,
  guild_id text,
  sent_at timestamptz not null,
  outcome text not null,
  reason text,
  detail text,
  primary key (bot_id, message_id)
);
create index message_trace_list on runner.message_trace (bot_id, sent_at desc, message_id desc);
create index message_trace_age on runner.message_trace (sent_at);
alter table runner.message_trace enable row level security;
create policy owner on runner.message_trace using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- Games of members in a channel, deleted a day after their end. `slot`: one round for everybody and one duel run in a channel. `attempt_at` is when
-- the time of a game is up, and after that when its end is tried again.
create table runner.game (
  bot_id uuid not null,
  id text not null,
  owner_id uuid not null,
  guild_id text not null,
  channel_id text not null,
  kind text not null,
  slot text not null,
  state jsonb not null,
  member_ids text[] not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  attempt_at timestamptz not null,
  attempts int not null default 0,
  ended_at timestamptz,
  ended_by text,
  outcome text,
  winner_id text,
  primary key (bot_id, id)
);
create unique index game_running on runner.game (bot_id, channel_id, slot) where ended_at is null;
create index game_due on runner.game (attempt_at, bot_id) where ended_at is null;
create index game_list on runner.game (bot_id, guild_id, started_at desc);
create index game_age on runner.game ((coalesce(ended_at, ends_at)));
alter table runner.game enable row level security;
create policy owner on runner.game using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- What members have won in games; `member_name` is encrypted, and '' while it is unknown.
create table runner.game_score (
  bot_id uuid not null,
  guild_id text not null,
  member_id text not null,
  owner_id uuid not null,
  member_name text not null,
  points int not null,
  trivia int not null,
  word int not null,
  number int not null,
  duel int not null,
  primary key (bot_id, guild_id, member_id)
);
create index game_score_list on runner.game_score (bot_id, guild_id, points desc, member_id);
create index game_score_member on runner.game_score (bot_id, member_id);
alter table runner.game_score enable row level security;
create policy owner on runner.game_score using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- Against a forgotten condition on the owner: kit sets `kith.owner` to the actor of the running call, or to `system`.
alter table runner.problem enable row level security;
create policy owner on runner.problem using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
alter table runner.moderation_case enable row level security;
alter table runner.moderation_server enable row level security;
create policy owner on runner.moderation_case using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on runner.moderation_server using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- Tickets of the system support-tickets. `subject`, `closed_because` and `transcript` are encrypted. `attempt_at` is when a closed ticket is tried to
-- be finished again, or an open one asked for its activity. Deleted 30 days after it was closed.
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
  transcript text,
  author_ids text[] not null default '{}',
  -- One ticket for each form that a member sent, whatever is repeated after a crash.
  constraint ticket_event unique (bot_id, event_id)
);
create index ticket_list on runner.ticket (bot_id, guild_id, closed_at desc, id);
create index ticket_member on runner.ticket (bot_id, member_id);
create index ticket_thread on runner.ticket (bot_id, thread_id);
create index ticket_attempt on runner.ticket (bot_id, attempt_at) where finished_at is null;
create index ticket_age on runner.ticket (closed_at, active_at);
alter table runner.ticket enable row level security;
create policy owner on runner.ticket using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

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

-- What members have earned in a server by writing. `name` is encrypted; `messages` counts those that were rewarded.
create table runner.level_member (
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  member_id text not null,
  name text not null,
  experience int not null check (experience >= 0),
  messages int not null,
  last_message_id text,
  last_at timestamptz,
  primary key (bot_id, guild_id, member_id)
);
create index level_member_order on runner.level_member (bot_id, guild_id, experience desc, member_id);
create index level_member_member on runner.level_member (bot_id, member_id);
alter table runner.level_member enable row level security;
create policy owner on runner.level_member using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- The coins of members. `name` is encrypted; `streak` counts the days in a row up to `rewarded_on` (UTC) on which the daily reward was taken.
create table runner.economy_account (
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  member_id text not null,
  name text not null,
  balance bigint not null default 0 check (balance >= 0),
  streak int not null default 0,
  rewarded_on date,
  primary key (bot_id, guild_id, member_id)
);
create index economy_account_order on runner.economy_account (bot_id, guild_id, balance desc, member_id);
create index economy_account_member on runner.economy_account (bot_id, member_id);
alter table runner.economy_account enable row level security;
create policy owner on runner.economy_account using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- The append-only ledger of coins; the entries of an account sum to its balance. One entry of a member per event, whatever is repeated after a crash.
create table runner.economy_entry (
  id bigint generated always as identity primary key,
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  member_id text not null,
  kind text not null check (kind in ('daily', 'payment', 'grant', 'purchase', 'refund')),
  amount bigint not null check (amount <> 0),
  balance bigint not null,
  other_member_id text,
  item_name text,
  event_id text not null,
  created_at timestamptz not null default now(),
  constraint economy_entry_event unique (bot_id, guild_id, member_id, event_id)
);
create index economy_entry_list on runner.economy_entry (bot_id, guild_id, id desc);
create index economy_entry_member on runner.economy_entry (bot_id, member_id, guild_id, created_at);
create index economy_entry_other on runner.economy_entry (bot_id, other_member_id) where other_member_id is not null;
alter table runner.economy_entry enable row level security;
create policy owner on runner.economy_entry using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- What can be bought; `name_key` is the name as it is compared. Without `stock` there is no end of it.
create table runner.economy_item (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  name text not null,
  name_key text not null,
  price bigint not null check (price > 0),
  role_id text,
  stock int check (stock >= 0),
  created_at timestamptz not null default now(),
  constraint economy_item_name unique (bot_id, guild_id, name_key)
);
alter table runner.economy_item enable row level security;
create policy owner on runner.economy_item using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- Roles that were paid and not given yet; deleted when they are given or paid back. `attempt_at` is when giving one is tried again.
create table runner.economy_purchase (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  member_id text not null,
  item_id uuid not null,
  role_id text not null,
  event_id text not null,
  attempts int not null default 0,
  attempt_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint economy_purchase_event unique (bot_id, guild_id, event_id)
);
create index economy_purchase_attempt on runner.economy_purchase (attempt_at);
create index economy_purchase_member on runner.economy_purchase (bot_id, member_id);
alter table runner.economy_purchase enable row level security;
create policy owner on runner.economy_purchase using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

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
