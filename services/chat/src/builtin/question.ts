const MENTIONS = /<(?:@[!&]?|#)\d+>|<a?:(\w+):\d+>|@(?:everyone|here)\b/g;
const GREETING =
  /^(?:hi|hiya|hello|hey|howdy|yo|hallo|greetings|good (?:morning|afternoon|evening|day))(?: there| all| everyone| folks)?\b[\s,.!]*/i;
const POLITENESS = /^(?:please|pls|ok|okay|so|well|um+)\b[\s,]*/i;
const OPENINGS =
  /^(?:(?:can|could|would|will) you (?:please )?(?:tell|explain to|show|remind) (?:me|us)|(?:do|did) you (?:happen to )?know|tell (?:me|us)|i(?:'d| would) like to know|i (?:want|need) to know|what (?:do|can) you (?:know|tell me)|please explain|explain)\b(?: (?:more )?about\b)?[\s,:]*/i;
const ENDINGS = /[\s,]*\b(?:please|pls|thanks|thank you)[\s.!?]*$/i;

/** The message without mentions and without the bot's name at its start. */
export function plainMessage(message: string, botName: string): string {
  const text = message
    .replace(MENTIONS, ' $1')
    .replace(/[ \t]+/g, ' ')
    .trim();
  const rest = text.slice(botName.length);
  return text.toLowerCase().startsWith(botName.toLowerCase()) && /^[\s,:!]/.test(rest) ? rest.replace(/^[\s,:!]+/, '') : text;
}

/** The topic of the message, for the search: without greetings, polite phrases and openings such as "can you tell me". */
export function questionIn(message: string, botName: string): string {
  let text = plainMessage(message, botName);
  for (const part of [GREETING, POLITENESS, OPENINGS, POLITENESS]) text = plainMessage(text.replace(part, ''), botName);
  return text.replace(ENDINGS, '').trim();
}

/** Whether the message is nothing but a greeting. */
export const isGreeting = (message: string, botName: string): boolean => {
  const text = plainMessage(message, botName);
  const rest = text.replace(GREETING, '');
  return rest !== text && /^\W*$/.test(rest.toLowerCase().replace(botName.toLowerCase(), ''));
};
