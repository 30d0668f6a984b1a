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
  -- Who found it: the id of a system, 'moderation' or 'command'.
  source text not null default 'moderation',
  -- When its author changed the message to the text that was looked at, as an id of Discord's form; 0 for the text that was written first.
  revision text not null default '0',
  member_id text,
  member_name text,
  -- Who called the command; null for other cases, and when they asked to be forgotten.
  moderator_id text,
  moderator_name text,
  rule text not null,
  -- What a system found: the name of the rule, or the category and how sure the model was. Of a command: the reason.
  detail text,
  actions text[] not null,
  refused text[] not null default '{}',
  warnings int,
  timeout_until timestamptz,
  is_dry_run boolean not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  -- One case a text of a message and source, whatever is repeated after a crash; a dry run has its own.
  constraint moderation_case_message unique (bot_id, message_id, source, is_dry_run, revision)
);
-- With the owner, which row-level security asks for: the cases before a page are read from the index alone.
create index moderation_case_list on runner.moderation_case (bot_id, created_at, id) include (owner_id);
create index moderation_case_member on runner.moderation_case (bot_id, member_id, guild_id);
create index moderation_case_moderator on runner.moderation_case (bot_id, moderator_id) where moderator_id is not null;
create index moderation_case_guild on runner.moderation_case (bot_id, guild_id, created_at, id) include (owner_id);
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
-- when its delivery is tried again. `missed` counts the jobs that ended without its delivery. `refused_code` is Discord's code for why its channel
-- refused it. Deleted 7 days after it was due.
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
  refused_code int,
  created_at timestamptz not null default now()
);
create index reminder_attempt on runner.reminder (attempt_at, bot_id);
create index reminder_member on runner.reminder (bot_id, member_id, due_at);
alter table runner.reminder enable row level security;
create policy owner on runner.reminder using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

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
-- With the owner, which row-level security asks for: the reports before a page are read from the index alone.
create index report_open on runner.report (created_at, id) include (owner_id) where state = 'open';
create index report_handled on runner.report (state, handled_at, id) include (owner_id) where state <> 'open';
create index report_age on runner.report (created_at) where state <> 'taken_down';
create index report_text_age on runner.report (created_at) where text is not null;
alter table runner.report enable row level security;
create policy owner on runner.report using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- What became of each message that reached a bot, and of slash commands, without its content and its author; kept for seven days.
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
  cause text,
  answer_ids text[],
  command text,
  primary key (bot_id, message_id)
);
create index message_trace_list on runner.message_trace (bot_id, sent_at desc, message_id desc);
create index message_trace_outcome on runner.message_trace (bot_id, outcome, sent_at desc, message_id desc);
create index message_trace_command on runner.message_trace (bot_id, sent_at desc, message_id desc) where command is not null;
create index message_trace_age on runner.message_trace (sent_at);
-- Of an answer, its message. Without the list of what is not in the index yet, which each search would read.
create index message_trace_answer on runner.message_trace using gin (answer_ids) with (fastupdate = off) where answer_ids is not null;
alter table runner.message_trace enable row level security;
create policy owner on runner.message_trace using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- Against a forgotten condition on the owner: kit sets `kith.owner` to the actor of the running call, or to `system`.
alter table runner.problem enable row level security;
create policy owner on runner.problem using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
alter table runner.moderation_case enable row level security;
alter table runner.moderation_server enable row level security;
create policy owner on runner.moderation_case using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on runner.moderation_server using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
