import { FORM_TRAITS } from '@kith/proto';

/** What a control changes outside its own row of the database, and the test that proves it. */
export interface ControlRow {
  readonly changes: string;
  readonly file: string;
  /** The title of the test, as it stands in the file. */
  readonly test: string;
}

type Rows = Readonly<Record<string, ControlRow>>;

const acts = (changes: string, file: string, test: string): ControlRow => ({ changes, file, test });
/** The same row for several controls. */
const each = (area: string, names: readonly string[], row: ControlRow): Rows =>
  Object.fromEntries(names.map((name) => [`${area}.${name}`, row]));

const PROMPT = 'services/chat/test/prompt.spec.ts';
const DECIDE = 'services/bot-runner/src/messages/decide.spec.ts';
const SAY = 'services/chat/test/say.spec.ts';
const ROLES = 'services/bot-runner/test/systems/reaction-roles.spec.ts';
const EVENTS = 'services/bot-runner/test/systems/event-manager.spec.ts';
const SYSTEM_PAGE = 'web/src/features/systems/system-server.test.tsx';
const OTHER_TRAITS = ['formality', 'verbosity', 'roleplay', 'memoryStrength', 'topicSwitching', 'empathy', 'mediaGeneration'];

const BOT: Rows = {
  'bot.name': acts('the prompt: who the companion is', PROMPT, 'changes with the %s'),
  'bot.description': acts('the prompt: what the companion is for', PROMPT, 'changes with the %s'),
  'bot.instructions': acts('the prompt: what the owner asks of it', PROMPT, 'changes with the %s'),
  'bot.greeting': acts(
    'what it answers to a mention without a text, and the beginning of the test chat',
    'services/bot-runner/test/channel-settings.spec.ts',
    'is answered by the greeting of the owner, which names the member without a ping; not more than one a minute of the channel',
  ),
  'bot.exampleDialogues': acts('the prompt: how it talks', PROMPT, 'shows the %s in the system message, each line behind a mark'),
  'bot.timeZone': acts(
    'which day and time its answers name, and when reminders are due',
    'services/bot-runner/test/reminders.spec.ts',
    'are read in the time zone of the bot and confirmed with it; a span of time needs none',
  ),
  'bot.responseStyle': acts('the prompt: how it answers', PROMPT, 'has a sentence of its own for the response style %s'),
  'bot.avatarColor': acts(
    'the avatar on every screen, with a readable letter',
    'web/src/lib/theme.test.ts',
    'are readable on %s',
  ),
  'bot.model': acts('which model is asked', SAY, 'uses the model of the label and the token limit of the preferences'),
  'bot.serverId': acts(
    'in which server it answers',
    DECIDE,
    'replies only in its own server when it is bound to one, and to direct messages only if its owner chose that',
  ),
  'bot.statusText': acts(
    'what Discord shows below its name',
    'services/bot-runner/test/accounts.spec.ts',
    'is shown when the bot connects, and changes while it is online',
  ),
  'bot.ageRating': acts(
    'in which channels it answers',
    'services/bot-runner/test/age-gate.spec.ts',
    'answers in age-restricted channels and their threads only, and says so once a day elsewhere',
  ),
  'bot.confirmsAdult': acts(
    'whether the rating 18+ is accepted',
    'services/bots/test/bot-changes.spec.ts',
    'rates a bot 18+ only when its owner confirms to be an adult, and never during an impersonation',
  ),
  'bot.discordToken': acts(
    'as which Discord application it connects',
    'services/bot-runner/test/bot-runner.spec.ts',
    'connects as another Discord application when it gets the token of that one',
  ),
  'bot.clearDiscordToken': acts('it leaves Discord', 'services/bots/test/runs.spec.ts', 'happens when the token is cleared'),
  'bot.dedicatedChannelId': acts(
    'the dedicated channel of the channel settings',
    'services/bots/test/bot-changes.spec.ts',
    'stores one dedicated channel under both names',
  ),
  ...each(
    'bot.personality',
    [...FORM_TRAITS.map(({ name }) => name), ...OTHER_TRAITS],
    acts('the prompt: its character', PROMPT, 'changes with the trait %s of its plan'),
  ),
  ...each(
    'bot.dailyCaps',
    ['perBot', 'perServer', 'perMember'],
    acts(
      'how many replies a day are written',
      'services/chat/test/replies.spec.ts',
      'is counted per bot, server and member; the member by a fingerprint',
    ),
  ),
};

const PREFERENCES: Rows = {
  'bot.preferences.sendMedia': acts(
    'whether it draws pictures',
    'services/chat/test/images.spec.ts',
    'is refused without charge for a bot that may not send media',
  ),
  ...each(
    'memory.saveOwn',
    ['key', 'value'],
    acts(
      'what the prompt of the test chat says that is remembered of its user',
      'services/chat/test/memory.spec.ts',
      'is changed and deleted by its user, and by nobody else',
    ),
  ),
  'bot.preferences.rememberInteractions': acts(
    'whether the prompt holds the conversation',
    SAY,
    'includes the conversation in the prompt, unless the bot does not remember interactions',
  ),
  'bot.preferences.contextRetention': acts(
    'how much of the conversation the prompt holds',
    'services/chat/test/plan-gates.spec.ts',
    'extended memory holds as much of a conversation as the %s plan has, and little more',
  ),
  'bot.preferences.shareLinks': acts(
    'whether replies contain links',
    'services/chat/test/output.spec.ts',
    'has no links unless the owner allows them, and then those that who asked wrote or wants',
  ),
  'bot.preferences.maxTokens': acts(
    'how long a reply the model may write',
    SAY,
    'uses the model of the label and the token limit of the preferences',
  ),
  'bot.preferences.learningMode': acts(
    'whether questions of members reach the inbox',
    'services/chat/test/quality.spec.ts',
    'shows no question of a member unless its owner switched learning mode on, none of a direct message, and nobody’s name',
  ),
  'bot.preferences.responseDelay': acts(
    'how long it waits for further lines of a member',
    'services/bot-runner/src/messages/questions.spec.ts',
    'is answered line by line at the instant pace, and within twice the time is one question at the slow one',
  ),
};

const TO_MENTIONS = 'replies only to mentions when mentionOnly is on or autoReply is off';
const RATES = 'stops after six turns with bots, and at the limits per channel and per member';
const MODERATION = 'services/bot-runner/test/moderation.spec.ts';
const MODERATION_RULES_SPEC = 'services/bot-runner/src/moderation/rules/rules.spec.ts';
const DISCORD_SETTINGS = 'services/bot-runner/test/channel-settings.spec.ts';
const UNKEPT_SPEC = 'services/chat/test/discord-settings.spec.ts';
const CHANNEL: Rows = {
  'bot.channelSettings.dedicatedChannelId': acts(
    'where it answers',
    DECIDE,
    'replies only in the dedicated channel, whatever channels are allowed',
  ),
  'bot.channelSettings.allowedChannels': acts(
    'where it answers',
    DECIDE,
    'applies the settings of the parent channel to a thread',
  ),
  'bot.channelSettings.restrictedChannels': acts(
    'where it never answers',
    DECIDE,
    'does not reply in a restricted channel that is dedicated and allowed too',
  ),
  'bot.channelSettings.autoReply': acts('whether it answers without a mention', DECIDE, TO_MENTIONS),
  'bot.channelSettings.mentionOnly': acts('whether it answers without a mention', DECIDE, TO_MENTIONS),
  'bot.channelSettings.ignoreOtherBots': acts('whether it answers other bots', DECIDE, RATES),
  'bot.channelSettings.maxMessagesPerMinute': acts('how often it answers in a channel', DECIDE, RATES),
  'bot.channelSettings.enableThreads': acts(
    'whether it answers in threads',
    DECIDE,
    'applies the settings of the parent channel to a thread',
  ),
  'bot.channelSettings.responseDelay': acts(
    'when its reply is posted on Discord',
    'services/bot-runner/test/bot-runner.spec.ts',
    'waits the response delay of the settings before it replies',
  ),
  ...each(
    'bot.channelSettings',
    ['allowCommands', 'customPrefix'],
    acts(
      'whether the bot runs commands, and what they begin with',
      'services/bot-runner/test/commands.spec.ts',
      'that the bot did not learn, is switched off or follows another prefix goes to the companion as text',
    ),
  ),
  'bot.channelSettings.logMessages': acts(
    'whether texts are kept',
    UNKEPT_SPEC,
    'is emptied when its reply is delivered or failed, and is no part of a later prompt',
  ),
  'bot.channelSettings.missedMessages': acts(
    'what becomes of messages that waited for an outage',
    'services/chat/test/outages.spec.ts',
    'no question is answered that waited for more than two minutes where the owner wants none, and the channel gets the line',
  ),
  'bot.channelSettings.allowFileUploads': acts(
    'whether it reads files',
    DISCORD_SETTINGS,
    'are passed on when files are allowed; otherwise it says once that it does not read them',
  ),
  'bot.channelSettings.replyButtons': acts(
    'whether answers have buttons',
    'services/bot-runner/test/reply-progress.spec.ts',
    'stop an answer that is being written for who asked, have it written again in its place, and rate it',
  ),
  'bot.channelSettings.autoCreateThreads': acts(
    'where it answers',
    DISCORD_SETTINGS,
    'is posted in a new thread below the question, and in the channel where Discord allows none',
  ),
  'bot.channelSettings.directMessagesPerHour': acts('how often', DECIDE, 'answers as many direct messages an hour as it may'),
  'bot.channelSettings.allowDirectMessages': acts(
    'whether it answers direct messages',
    DECIDE,
    'replies only in its own server when it is bound to one, and to direct messages only if its owner chose that',
  ),
  ...each(
    'bot.channelSettings',
    ['moderationMode', 'autoDelete'],
    acts(
      'what becomes of a message',
      MODERATION,
      'is deleted and not answered, its author is told with a mention, and the owner finds a case',
    ),
  ),
  ...each(
    'bot.channelSettings',
    ['profanityFilter', 'blockInvites', 'capsFilter', 'blockedWords'],
    acts('what it looks for', MODERATION, 'is found by the rule %s: %s'),
  ),
  ...each(
    'bot.channelSettings',
    ['blockLinks', 'allowedLinkHosts'],
    acts(
      'what it looks for',
      MODERATION_RULES_SPEC,
      'look for invites first, then links, words and capitals; a rule that is off finds nothing',
    ),
  ),
  'bot.channelSettings.spamDetection': acts(
    'what it looks for',
    MODERATION,
    'is deleted from the message on that is too much, and its author is warned once',
  ),
  ...each(
    'bot.channelSettings',
    ['issueWarnings', 'timeoutUsers', 'timeoutDuration', 'warningThreshold'],
    acts(
      'warnings and timeouts',
      MODERATION,
      'lead to a timeout at the threshold, after which they are counted anew; other members have their own',
    ),
  ),
  'bot.channelSettings.whitelistUsers': acts(
    'who is moderated',
    MODERATION,
    'is left alone in a restricted channel, in a direct message, and from whoever is on the list of exempt members',
  ),
  ...each(
    'bot.channelSettings',
    ['moderationDryRun', 'moderationLogChannelId'],
    acts(
      'whether it only writes down',
      MODERATION,
      'does nothing, answers as always, and records and logs what it would have done',
    ),
  ),
  ...each(
    'moderation.cases',
    ['guildId', 'member'],
    acts(
      'which cases are listed',
      'services/bot-runner/test/moderation-cases.spec.ts',
      'are found by server and by the id or name of a member, page by page',
    ),
  ),
  'moderation.undo.caseId': acts(
    'a warning and a timeout',
    MODERATION,
    'removes the timeout on Discord once, and answers the same when it is repeated',
  ),
  'moderation.resume.guildId': acts(
    'whether moderation acts in a server',
    MODERATION,
    'stops in that server, tells the owner once, and goes on when the owner says so',
  ),
};

const CUSTOM = 'services/bots/test/custom-commands.spec.ts';
const customCommand = (call: string): Rows => ({
  ...each(
    `custom-commands.${call}`,
    ['name', 'description', 'icon'],
    acts(
      'the entry that companions can learn',
      'services/bots/test/commands.spec.ts',
      'are the catalogue in its order, then the actor’s custom commands',
    ),
  ),
  ...each(
    `custom-commands.${call}`,
    ['trigger', 'code'],
    acts(
      'the commands of the companions that have learned it',
      CUSTOM,
      'change in the bots that have learned them, for which botChanged is published',
    ),
  ),
});
const ADDED: Rows = {
  ...each(
    'commands.updateLearned',
    ['customTrigger', 'isEnabled'],
    acts(
      'which commands runners recognise, and by which trigger',
      'services/bots/test/runnable-commands.spec.ts',
      'are the enabled ones with the trigger in force, oldest first, without code',
    ),
  ),
  ...customCommand('create'),
  ...customCommand('update'),
  ...each(
    'custom-commands.test',
    ['code', 'trigger', 'message'],
    acts('the context that the code is run with', CUSTOM, 'with the input %j passes a made-up context to the code'),
  ),
  'systems.configure.reaction-roles.maxRoles': acts(
    'how many roles of a message a member can have',
    ROLES,
    'gives a member at most maxRoles of its roles, whatever else they have',
  ),
  'systems.configure.reaction-roles.removeOnReact': acts(
    'whether a second press takes the role away',
    ROLES,
    'keeps the role at a second press when removeOnReact is off',
  ),
  'systems.configure.reaction-roles.logChannel': acts(
    'which channel is told about role changes',
    ROLES,
    'gives a member the role at a press and takes it back at the next one; the log channel is told both, and nobody is pinged',
  ),
  'systems.configure.event-manager.announcementChannel': acts(
    'where events are announced',
    EVENTS,
    'planned on the page is one of Discord, and is announced with buttons to sign up and off',
  ),
  'systems.configure.event-manager.reminderMinutes': acts(
    'when members are reminded',
    EVENTS,
    'is posted once before the start, mentions who signed up, and survives a restart',
  ),
  'systems.configure.event-manager.mentionSignUps': acts(
    'whether the reminder mentions who signed up',
    EVENTS,
    'of an event that somebody planned on Discord itself comes too, without mentions where the owner wants none, and not at 0 minutes',
  ),
  'systems.configure.event-manager.maxSignUps': acts(
    'how many members can sign up',
    EVENTS,
    'takes as many sign-ups by its button as it has places, however many are interested on Discord',
  ),
  ...each(
    'systemPages.get',
    ['guildId', 'section'],
    acts('which server, and which table of it, is shown', SYSTEM_PAGE, 'shows the tables of the chosen server page by page'),
  ),
  ...each(
    'systemPages.act',
    ['guildId', 'action', 'rowId'],
    acts('what is done with a row', SYSTEM_PAGE, 'asks before a row is changed, and shows what became of it'),
  ),
  'systemPages.act.values': acts(
    'what the form of a system asks for',
    SYSTEM_PAGE,
    'sends a form with the type of each field, and shows what is wrong at the field',
  ),
};

export const BOT_ROWS: Rows = { ...BOT, ...PREFERENCES, ...CHANNEL, ...ADDED };
