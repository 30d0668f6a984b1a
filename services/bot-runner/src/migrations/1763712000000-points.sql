-- What members earn and win with systems: experience, currency, games.

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
create index game_score_list on runner.game_score (bot_id, guild_id, (-points), member_id) include (owner_id);
create index game_score_member on runner.game_score (bot_id, member_id);
alter table runner.game_score enable row level security;
create policy owner on runner.game_score using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- What members have earned in a server by writing. `name` is encrypted; `messages` counts those that were rewarded.
create table runner.level_member (
  bot_id uuid not null,
  owner_id uuid not null,
  guild_id text not null,
  member_id text not null,
  name text not null,
  experience int not null check (experience >= 0),
  announced_level int not null default 0,
  messages int not null,
  last_message_id text,
  last_at timestamptz,
  primary key (bot_id, guild_id, member_id)
);
create index level_member_order on runner.level_member (bot_id, guild_id, (-experience), member_id) include (owner_id);
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
-- With the owner, which row-level security asks for: the accounts before a page are read from the index alone.
create index economy_account_order on runner.economy_account (bot_id, guild_id, (-balance), member_id) include (owner_id);
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
