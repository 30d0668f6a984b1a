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
local function takeOldest(ofBot)
  local own = {}
  own.id, own.bot, own.channel = string.match(ARGV[9], '^([^:]+):([^:]+):([^:]+)')
  local channels = { [own.bot .. ':' .. own.channel] = { count = 1, id = own.id, member = ARGV[9], bot = own.bot, channel = own.channel } }
  for _, member in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
    local id, bot, channel = string.match(member, '^([^:]+):([^:]+):([^:]+)')
    if not ofBot or bot == own.bot then
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
  if not most or most.member == ARGV[9] then return nil end
  redis.call('ZREM', KEYS[2], most.member)
  redis.call('ZREM', 'runner:outstanding:bot:' .. most.bot, most.id)
  redis.call('ZREM', 'runner:outstanding:channel:' .. most.bot .. ':' .. most.channel, most.id)
  redis.call('SET', 'runner:missed:' .. most.bot .. '-' .. most.id, '1', 'PX', ${NEWEST_TTL_MS})
  return most.member
end`;

/**
 * Keys: messages of the bot, of the owner, of the channel, the newest message of the channel, the channels that refuse posts, the
 * channels in which the bot answers, the settled messages of the bot, whether this message was missed. Arguments: now and expiry in milliseconds, message id, limits of bot and owner, channel, channel and
 * server, time of the message, the message among those of the owner, 'again' for one that may have been settled. Resolves to the priority, 0 (settled before), -1 (limit of the bot), -2 (limit
 * of the owner) or -3 (Discord refuses posts in the channel), and the messages that are missed in favour of this one. The score of a message is its
 * expiry, in the channel its priority; expired messages of the channel are those that the bot no longer has.
 */
export const ADMIT = `${IS_LOWER}${TAKE_OLDEST}
local expired = '(' .. ARGV[1]
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, expired)
redis.call('ZREMRANGEBYSCORE', KEYS[2], 0, expired)
local last = redis.call('ZREVRANGE', KEYS[3], 0, 0, 'WITHSCORES')
while last[1] and not redis.call('ZSCORE', KEYS[1], last[1]) do
  redis.call('ZREM', KEYS[3], last[1])
  last = redis.call('ZREVRANGE', KEYS[3], 0, 0, 'WITHSCORES')
end
if ARGV[10] == 'again' then
  redis.call('ZREM', KEYS[7], ARGV[3])
  redis.call('DEL', KEYS[8])
end
local known = redis.call('ZSCORE', KEYS[1], ARGV[3]) and redis.call('ZSCORE', KEYS[3], ARGV[3])
if known then return { tonumber(known) } end
if redis.call('ZSCORE', KEYS[7], ARGV[3]) or redis.call('EXISTS', KEYS[8]) == 1 then return { 0 } end
local refused = redis.call('HGET', KEYS[5], ARGV[6])
if refused and tonumber(refused) > tonumber(ARGV[1]) then return { -3 } end
local newest = redis.call('GET', KEYS[4])
if not newest or isLower(newest, ARGV[3]) then redis.call('SET', KEYS[4], ARGV[3], 'PX', ${NEWEST_TTL_MS}) end
local missed = {}
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then
  local member = takeOldest(true)
  if not member then return { -1 } end
  table.insert(missed, member)
end
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[5]) then
  local member = takeOldest(false)
  if not member then return { -2, unpack(missed) } end
  table.insert(missed, member)
end
local priority = math.max(redis.call('ZCARD', KEYS[2]) + 1, tonumber(last[2] or '1'))
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[9])
redis.call('ZADD', KEYS[3], priority, ARGV[3])
for i = 1, 3 do redis.call('PEXPIREAT', KEYS[i], ARGV[2]) end
redis.call('ZADD', KEYS[6], 'GT', ARGV[8], ARGV[7])
redis.call('ZREMRANGEBYRANK', KEYS[6], 0, -${MAX_ANSWERED_CHANNELS + 1})
redis.call('PEXPIRE', KEYS[6], ${CHANNELS_KNOWN_MS})
return { priority, unpack(missed) }`;

/**
 * Keys: messages of the bot, of the channel. Arguments: now in milliseconds, message id. Resolves to the ids of the earlier messages of the
 * channel that still wait for their answer.
 */
export const EARLIER = `${IS_LOWER}
local earlier = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  if isLower(id, ARGV[2]) then
    local expiry = redis.call('ZSCORE', KEYS[1], id)
    if expiry and tonumber(expiry) >= tonumber(ARGV[1]) then table.insert(earlier, id) end
  end
end
return earlier`;
