-- What a bot remembers of a person in a scope: the test chat (`web`), direct messages, a server, or a channel that only some see. `version` changes with
-- each deletion and each reading by a model: what was read before is not stored any more. Messages until `processed_until` are not read again.
create table chat.memory (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  owner_id uuid not null,
  member text not null,
  scope text not null,
  version uuid not null default gen_random_uuid(),
  summary text not null default '',
  -- How many there are of it in chat.memory_fact; kept by the trigger `count_facts`.
  facts int not null default 0,
  processed_until timestamptz not null,
  used_at timestamptz not null default now(),
  constraint memory_of_person unique (bot_id, member, scope)
);
create index memory_age on chat.memory (used_at);

-- A fact about a person. Of two facts with the same identity, a fingerprint, the later one is kept.
create table chat.memory_fact (
  id uuid primary key,
  memory_id uuid not null references chat.memory (id) on delete cascade,
  owner_id uuid not null,
  identity text not null,
  key text not null,
  value text not null,
  origin text not null check (origin in ('said', 'model', 'owner')),
  -- The message it comes from.
  request_id text,
  said_at timestamptz not null,
  constraint memory_fact_identity unique (memory_id, identity)
);

-- What a fact means, for finding it by the meaning of a question: deleted with the fact, and when it says something else. `content` is a fingerprint of
-- the text that the vector is of; `vector` is encrypted, because what was said can be guessed from it. Without numbers (dimension 0) where the model
-- does not take the text.
create table chat.fact_vector (
  fact_id uuid primary key references chat.memory_fact (id) on delete cascade,
  owner_id uuid not null,
  content text not null,
  model text not null,
  dimension int not null,
  vector text not null
);

-- Bots whose owners had them forget what members of Discord told them until `until`. It is deleted in the order of `memory_of_person`: so far up to
-- the memory of a person in a scope that is named here. The row is deleted with the last of it.
create table chat.memory_clearing (
  bot_id uuid primary key,
  owner_id uuid not null,
  until timestamptz not null,
  after_member text not null default '',
  after_scope text not null default ''
);

-- As the policies of 1763712000000-chat.sql.
alter table chat.memory enable row level security;
alter table chat.memory_fact enable row level security;
alter table chat.fact_vector enable row level security;
alter table chat.memory_clearing enable row level security;
create policy owner on chat.memory using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on chat.memory_fact using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on chat.fact_vector using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on chat.memory_clearing using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
