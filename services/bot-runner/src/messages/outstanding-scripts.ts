import { CHANNELS_KNOWN_MS, MAX_ANSWERED_CHANNELS } from './answered-channels.js';

/** The newest message of a channel is known for as long as work for it is tried again after an outage; the same holds for one that was missed. */
const NEWEST_TTL_MS = 900_000;

/** Ids of Discord are compared as numbers: the longer one is the higher one. */
const IS_LOWER = `
local function isLower(one, other) return #one < #other or (#one == #other and one < other) end`;

/**
 * Which message is missed in favour of another one: the oldest of the channel with most of them, so that a channel in which very much is written
 * takes no answer from others. Nil when each channel has one.
 */
const TAKE_OLDEST = `
local function takeOldest(ofOwner, newMember, ofBot)
  local new = {}
  new.id, new.bot, new.channel = string.match(newMember, '^([^:]+):([^:]+):([^:]+)')
  local channels = { [new.bot .. ':' .. new.channel] = { count = 1, id = new.id, member = newMember, bot = new.bot, channel = new.channel } }
  for _, member in ipairs(redis.call('ZRANGE', ofOwner, 0, -1)) do
    local id, bot, channel = string.match(member, '^([^:]+):([^:]+):([^:]+)')
    if not ofBot or bot == new.bot then
      local place = bot .. ':' .. channel
      local known = channels[place] or { count = 0 }
      channels[place] = known
      known.count = known.count + 1
      if not known.id or isLower(id, known.id) then known.id, known.member, known.bot, known.channel = id, member, bot, channel end
    end
  end
  local most
  for _, known in pairs(channels) do
    local isMore = not most or known.count > most.count or (known.count == most.count and isLower(known.id, most.id))
    if known.count > 1 and isMore then most = known end
  end
  if not most or most.member == newMember then return nil end
  redis.call('ZREM', ofOwner, most.member)
  redis.call('ZREM', 'runner:outstanding:bot:' .. most.bot, most.id)
  redis.call('ZREM', 'runner:outstanding:channel:' .. most.bot .. ':' .. most.channel, most.id)
  redis.call('SET', 'runner:missed:' .. most.bot .. '-' .. most.id, '1', 'PX', ${NEWEST_TTL_MS})
  return most.member
end`;

/**
 * Resolves to the priority of a message, 0 (settled before), -1 (limit of the bot), -2 (limit of the owner) or -3 (Discord refuses posts in the
 * channel), and the messages that are missed in favour of this one. The score of a message is its expiry, in the channel its priority; expired
 * messages of the channel are those that the bot no longer has. Times are in milliseconds; `ownerMember` is the message among those of the owner,
 * `channelMember` the channel with its server; `mode` is 'again' for a message that may have been settled.
 */
export const ADMIT = `${IS_LOWER}${TAKE_OLDEST}
local ofBot, ofOwner, ofChannel, newestOfChannel = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local refusedChannels, answeredChannels, settled, missedBefore = KEYS[5], KEYS[6], KEYS[7], KEYS[8]
local now, expiry, messageId, maxOfBot, maxOfOwner = tonumber(ARGV[1]), ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local channelId, channelMember, sentAt, ownerMember, mode = ARGV[6], ARGV[7], ARGV[8], ARGV[9], ARGV[10]
redis.call('ZREMRANGEBYSCORE', ofBot, 0, '(' .. ARGV[1])
redis.call('ZREMRANGEBYSCORE', ofOwner, 0, '(' .. ARGV[1])
local last = redis.call('ZREVRANGE', ofChannel, 0, 0, 'WITHSCORES')
while last[1] and not redis.call('ZSCORE', ofBot, last[1]) do
  redis.call('ZREM', ofChannel, last[1])
  last = redis.call('ZREVRANGE', ofChannel, 0, 0, 'WITHSCORES')
end
if mode == 'again' then
  redis.call('ZREM', settled, messageId)
  redis.call('DEL', missedBefore)
end
local known = redis.call('ZSCORE', ofBot, messageId) and redis.call('ZSCORE', ofChannel, messageId)
if known then return { tonumber(known) } end
if redis.call('ZSCORE', settled, messageId) or redis.call('EXISTS', missedBefore) == 1 then return { 0 } end
local refusedUntil = redis.call('HGET', refusedChannels, channelId)
if refusedUntil and tonumber(refusedUntil) > now then return { -3 } end
local newest = redis.call('GET', newestOfChannel)
if not newest or isLower(newest, messageId) then redis.call('SET', newestOfChannel, messageId, 'PX', ${NEWEST_TTL_MS}) end
local missed = {}
if redis.call('ZCARD', ofBot) >= maxOfBot then
  local member = takeOldest(ofOwner, ownerMember, true)
  if not member then return { -1 } end
  table.insert(missed, member)
end
if redis.call('ZCARD', ofOwner) >= maxOfOwner then
  local member = takeOldest(ofOwner, ownerMember, false)
  if not member then return { -2, unpack(missed) } end
  table.insert(missed, member)
end
local priority = math.max(redis.call('ZCARD', ofOwner) + 1, tonumber(last[2] or '1'))
redis.call('ZADD', ofBot, expiry, messageId)
redis.call('ZADD', ofOwner, expiry, ownerMember)
redis.call('ZADD', ofChannel, priority, messageId)
for _, key in ipairs({ ofBot, ofOwner, ofChannel }) do redis.call('PEXPIREAT', key, expiry) end
redis.call('ZADD', answeredChannels, 'GT', sentAt, channelMember)
redis.call('ZREMRANGEBYRANK', answeredChannels, 0, -${MAX_ANSWERED_CHANNELS + 1})
redis.call('PEXPIRE', answeredChannels, ${CHANNELS_KNOWN_MS})
return { priority, unpack(missed) }`;

/** Resolves to the ids of the earlier messages of the channel that still wait for their answer. */
export const EARLIER = `${IS_LOWER}
local ofBot, ofChannel = KEYS[1], KEYS[2]
local now, messageId = tonumber(ARGV[1]), ARGV[2]
local earlier = {}
for _, id in ipairs(redis.call('ZRANGE', ofChannel, 0, -1)) do
  if isLower(id, messageId) then
    local expiry = redis.call('ZSCORE', ofBot, id)
    if expiry and tonumber(expiry) >= now then table.insert(earlier, id) end
  end
end
return earlier`;
