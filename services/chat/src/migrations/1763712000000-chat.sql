-- A message and its reply.
create table chat.message (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  channel text not null check (channel in ('web', 'discord')),
  conversation text not null,
  -- In this collation the answers to the changed forms of a message on Discord, `<its id>-<revision>`, stand right behind `<its id>` in the index.
  request_id text collate "C" not null,
  author text not null,
  author_name text not null,
  question text not null,
  reply text not null,
  engine text not null,
  charged boolean not null default true,
  sources text[] not null,
  -- In the test chat: the passages that the reply cites, of each source.
  citations text not null default '',
  -- The texts of the files of the message, as later prompts show them.
  files text not null default '',
  -- The whole texts of these files, from which later replies choose the parts that fit; '' for none.
  file_texts text not null default '',
  -- How many pictures came with the message that models see, whether or not they are kept.
  picture_count int not null default 0,
  truncated boolean not null,
  notes text[] not null default '{}',
  tokens int not null,
  prompt_tokens int,
  completion_tokens int,
  cached_tokens int,
  latency_ms int not null,
  state text not null check (state in ('written', 'delivered', 'failed', 'replaced')),
  created_at timestamptz not null default now(),
  owner_id uuid not null,
  -- False: its texts are emptied when the reply is delivered, or never can be.
  is_kept boolean not null default true,
  -- In which scope of the memory it counts; '' where nothing is remembered.
  memory_scope text not null default '',
  is_direct boolean not null default false,
  -- Whether its owner may read it in the inbox: their own test chat, and servers where members are told so.
  is_shared boolean not null default false,
  -- Why the question is in the inbox; null for one that is not.
  inbox_cause text check (inbox_cause in ('unanswered', 'uncertain', 'disliked')),
  -- With which questions it was grouped; null until its owner looks.
  inbox_id uuid,
  -- One reply per message, whatever is repeated after a crash.
  constraint message_request unique (bot_id, request_id)
);
-- With what counts the messages and people of the latest conversations, which reads this index alone.
create index message_conversation on chat.message (bot_id, conversation, created_at desc) include (state, author, owner_id);
-- The analytics read the hour in which their time window begins from this index without reading the table.
create index message_analytics on chat.message (bot_id, created_at) include (latency_ms, author, conversation, owner_id) where state = 'delivered';
create index message_author on chat.message (bot_id, author, created_at);
create index message_memory on chat.message (bot_id, author, memory_scope, created_at) where memory_scope <> '';
-- The latest files of a conversation.
create index message_files on chat.message (bot_id, conversation, created_at desc) where file_texts <> '';
create index message_age on chat.message (created_at);
create index message_inbox on chat.message (inbox_id, created_at) where inbox_id is not null;
create index message_ungrouped on chat.message (bot_id, created_at) where inbox_cause is not null and inbox_id is null;
create index message_emptied on chat.message (created_at) where not is_kept and reply <> '';

-- Delivered replies, summed up for the analytics: by hour (UTC), by author, and by conversation. The trigger `count_replies` keeps these rows
-- equal to counting the messages, in the transaction that changes them. earlier_day_at: the author's last reply on an earlier UTC day than that
-- of `last_at`; latest: up to three replies, the latest first.
-- authors, returning_authors: whose `last_at`, `earlier_day_at` is in the hour; conversations, long_conversations: of which the latest, the third
-- latest reply is. The row of the hour '-infinity' has all authors and conversations of the bot, and no replies.
create table chat.reply_hour (
  bot_id uuid not null,
  hour timestamptz not null,
  owner_id uuid not null,
  replies int not null,
  latency_ms bigint not null,
  authors int not null default 0,
  returning_authors int not null default 0,
  conversations int not null default 0,
  long_conversations int not null default 0,
  primary key (bot_id, hour)
) with (fillfactor = 80);
-- The weekly replies of owners. Without the numbers, so that counting up changes no index.
create index reply_hour_owner on chat.reply_hour (owner_id, hour);
create table chat.reply_author (
  bot_id uuid not null,
  author text not null,
  owner_id uuid not null,
  last_at timestamptz not null,
  earlier_day_at timestamptz,
  primary key (bot_id, author)
) with (fillfactor = 80);
create table chat.reply_conversation (
  bot_id uuid not null,
  conversation text not null,
  owner_id uuid not null,
  channel text not null,
  latest timestamptz[] not null,
  primary key (bot_id, conversation)
) with (fillfactor = 80);
create index reply_conversation_latest on chat.reply_conversation (bot_id, (latest[1]) desc, conversation);

-- The last pictures of conversations, which models that see are shown again; names and pictures are encrypted.
create table chat.message_picture (
  message_id uuid not null references chat.message on delete cascade,
  position int not null,
  bot_id uuid not null,
  owner_id uuid not null,
  conversation text not null,
  name text not null,
  -- Of the picture as it was sent.
  bytes int not null,
  content bytea not null,
  created_at timestamptz not null default now(),
  primary key (message_id, position)
);
-- What is encrypted cannot be compressed.
alter table chat.message_picture alter column content set storage external;
create index message_picture_conversation on chat.message_picture (bot_id, conversation);
create index message_picture_owner on chat.message_picture (owner_id, created_at desc, message_id, position) include (bytes);
create index message_picture_age on chat.message_picture (created_at);

-- How people rated replies: one rating of each person.
create table chat.rating (
  message_id uuid not null references chat.message on delete cascade,
  person text not null,
  bot_id uuid not null,
  owner_id uuid not null,
  is_good boolean not null,
  reason text check (reason in ('wrong', 'incomplete', 'off_topic', 'unclear', 'rude', 'other')),
  rated_at timestamptz not null default now(),
  primary key (message_id, person),
  constraint rating_reason check (reason is null or not is_good)
);
create index rating_bot on chat.rating (bot_id, rated_at);

-- Questions that mean the same. `terms` are fingerprints of the words of the first one: what was asked stands in chat.message alone. The trigger
-- `count_inbox` keeps how many messages there are of each cause, and when the last one was written; null without any.
create table chat.inbox_question (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  owner_id uuid not null,
  state text not null default 'open' check (state in ('open', 'answered', 'dismissed')),
  terms text[] not null,
  unanswered int not null default 0,
  uncertain int not null default 0,
  disliked int not null default 0,
  last_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
) with (fillfactor = 80);
create index inbox_question_list on chat.inbox_question (bot_id, state, last_at desc, id) where last_at is not null;
create index inbox_question_bot on chat.inbox_question (bot_id);
alter table chat.message add constraint message_inbox_question
  foreign key (inbox_id) references chat.inbox_question on delete set null;

-- What one message of a question of the inbox means, for finding others that mean the same: deleted with this message. `vector` is encrypted, because what
-- was asked can be guessed from it.
create table chat.question_vector (
  inbox_id uuid primary key references chat.inbox_question on delete cascade,
  message_id uuid not null references chat.message on delete cascade,
  bot_id uuid not null,
  owner_id uuid not null,
  model text not null,
  dimension int not null,
  vector text not null
);
create index question_vector_message on chat.question_vector (message_id);
create index question_vector_bot on chat.question_vector (bot_id, model);

-- Answers that owners wrote. Each question is stored once more in the form by which it is recognised.
create table chat.pinned_answer (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  owner_id uuid not null,
  questions text[] not null,
  answer text not null,
  created_at timestamptz not null default clock_timestamp()
);
-- With the owner, which row-level security asks for: counting reads no rows.
create index pinned_answer_bot on chat.pinned_answer (bot_id, created_at, id) include (owner_id);
create table chat.pinned_question (
  bot_id uuid not null,
  key text not null,
  answer_id uuid not null references chat.pinned_answer on delete cascade,
  owner_id uuid not null,
  primary key (bot_id, key)
);
create index pinned_question_answer on chat.pinned_question (answer_id);

-- Questions that an owner asks again after changes, and how the bot answered them in the last two runs: JSON, encrypted.
create table chat.saved_conversation (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  owner_id uuid not null,
  questions text[] not null,
  latest text,
  earlier text,
  created_at timestamptz not null default clock_timestamp()
);
create index saved_conversation_bot on chat.saved_conversation (bot_id, created_at, id);

-- Delivered replies of a bot. `epoch` grows with each wipe of the bot: a reply that was begun in an earlier epoch is not stored.
-- Whatever stores, counts, forgets or wipes messages locks the row of the bot first.
create table chat.bot_counter (
  bot_id uuid primary key,
  delivered bigint not null,
  epoch int not null default 0,
  wiped_at timestamptz
);

-- Generated images. An image of an earlier epoch is served to nobody; the wipe that ended the epoch deletes it.
create table chat.image (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  owner_id uuid not null,
  epoch int not null,
  key text not null unique,
  media_type text not null,
  bytes int not null,
  created_at timestamptz not null default now()
);
create index image_bot on chat.image (bot_id);
create index image_owner on chat.image (owner_id, created_at);

-- Members of Discord who asked to be forgotten, by fingerprint: messages with an id below `before_snowflake` are not stored any more.
-- A row is kept until no such message can be in a queue.
create table chat.forgotten_member (
  bot_id uuid not null,
  fingerprint text not null,
  before_snowflake numeric(20) not null,
  forgotten_at timestamptz not null default now(),
  primary key (bot_id, fingerprint)
);

-- How many messages of a day (UTC) were answered with words of care, without who or what.
create table chat.care_count (
  bot_id uuid not null,
  day date not null,
  answers int not null,
  primary key (bot_id, day)
);
-- Administrators see the sum of the last days over all bots.
create index care_count_day on chat.care_count (day) include (answers);

-- What the operator changed in the model catalogue. `entry` is null after a reset to the start value of the installation.
create table chat.model_entry (
  label text primary key,
  entry jsonb,
  version int not null,
  changed_at timestamptz not null
);

-- Against a forgotten condition on the owner: kit sets `kith.owner` to the actor of the running call, or to `system`. The other tables have
-- no owner: they hold numbers, fingerprints and the model catalogue.
alter table chat.message enable row level security;
alter table chat.image enable row level security;
create policy owner on chat.message using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on chat.image using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
alter table chat.reply_author enable row level security;
alter table chat.reply_conversation enable row level security;
create policy owner on chat.reply_author using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on chat.reply_conversation using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
alter table chat.message_picture enable row level security;
create policy owner on chat.message_picture using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
alter table chat.rating enable row level security;
alter table chat.inbox_question enable row level security;
alter table chat.question_vector enable row level security;
alter table chat.pinned_answer enable row level security;
alter table chat.pinned_question enable row level security;
create policy owner on chat.rating using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on chat.inbox_question using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on chat.question_vector using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on chat.pinned_answer using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on chat.pinned_question using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
alter table chat.saved_conversation enable row level security;
create policy owner on chat.saved_conversation using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
