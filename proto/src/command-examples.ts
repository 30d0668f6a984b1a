import type { CommandOption } from './command-options.js';

/** A custom command to start from. */
export interface CommandExample {
  readonly name: string;
  readonly trigger: string;
  readonly description: string;
  readonly icon: string;
  readonly code: string;
  readonly options: readonly CommandOption[];
}

const DICE = `// A button that rolls again: it changes the message instead of posting a new one.
export default async function handler(context) {
  const sides = Math.min(Math.max(Number(context.value ?? context.args[0]) || 6, 2), 1000);
  return {
    success: true,
    response: \`🎲 \${random.integer(1, sides)} of \${sides}\`,
    shouldReply: true,
    buttons: [{ label: 'Roll again', value: String(sides), answer: 'update' }],
  };
}
`;

const POINTS = `// "!points @member" gives a point, "!points" shows the best ten.
export default async function handler({ args, userId }) {
  const memberId = /^<@!?(\\d+)>$/.exec(args[0] ?? '')?.[1];
  if (memberId === userId) return 'You cannot give a point to yourself.';
  if (memberId) {
    const points = await kv.increment('points:' + memberId);
    return \`<@\${memberId}> has \${points} \${points === 1 ? 'point' : 'points'} now.\`;
  }
  const all = await kv.list('points:');
  const best = all.sort((one, other) => other.value - one.value).slice(0, 10);
  if (best.length === 0) return 'Nobody has points yet.';
  const lines = best.map(({ key, value }, index) => \`\${index + 1}. <@\${key.slice(7)}>: \${value}\`);
  return {
    success: true,
    response: '',
    shouldReply: true,
    embeds: [{ title: 'Points', description: lines.join('\\n'), color: 0xf1c40f }],
  };
}
`;

const DAILY = `// Once a day for each member.
const DAY_MS = 24 * 60 * 60 * 1000;

export default async function handler({ userId }) {
  const last = (await kv.get('daily:' + userId)) ?? 0;
  const nextMs = last + DAY_MS;
  if (Date.now() < nextMs) return \`You had your fortune today. Come back <t:\${Math.ceil(nextMs / 1000)}:R>.\`;
  await kv.set('daily:' + userId, Date.now());
  const fortunes = ['A good day for new beginnings.', 'Somebody will make you laugh.', 'Take a break this afternoon.'];
  return \`🔮 \${random.pick(fortunes)}\`;
}
`;

const WEATHER = `// Reads a website: allow api.open-meteo.com on the Commands page of your companion first.
const PLACES = { berlin: [52.52, 13.41], london: [51.51, -0.13], tokyo: [35.68, 139.69] };

export default async function handler({ args, values }) {
  const place = PLACES[(values[0] ?? args[0] ?? '').toLowerCase()];
  if (!place)
    return {
      success: true,
      response: 'Which city?',
      shouldReply: true,
      selects: [
        {
          value: 'city',
          placeholder: 'Choose a city',
          options: Object.keys(PLACES).map((name) => ({ label: name, value: name })),
          answer: 'update',
        },
      ],
    };
  try {
    const url = \`https://api.open-meteo.com/v1/forecast?latitude=\${place[0]}&longitude=\${place[1]}&current=temperature_2m\`;
    const { current } = await (await fetch(url)).json();
    return \`It is \${current.temperature_2m} °C there now.\`;
  } catch (error) {
    return 'I could not ask about the weather: ' + error.message;
  }
}
`;

const FEEDBACK = `// A form that opens by a button. What members write is kept in the storage of your companion.
export default async function handler({ value, fields, userId }) {
  if (value === 'feedback' && fields.text) {
    const number = await kv.increment('feedback-count');
    await kv.set(\`feedback:\${number}:\${userId}\`, fields.text);
    return 'Thank you! Your feedback is kept.';
  }
  return {
    success: true,
    response: 'We would like to hear from you.',
    shouldReply: true,
    form: {
      title: 'Feedback',
      value: 'feedback',
      fields: [{ name: 'text', label: 'What could be better?', style: 'paragraph', max: 1000 }],
    },
  };
}
`;

const CHOOSE = `// "!choose pizza, pasta, salad" decides, and says so in two messages.
export default async function handler({ args }) {
  const choices = args.join(' ').split(',').map((choice) => choice.trim()).filter(Boolean);
  if (choices.length < 2) return 'Give me at least two choices, with commas between them.';
  reply('Let me think…');
  return \`I choose **\${random.pick(choices).slice(0, 100)}**.\`;
}
`;

const CHEER = `// The options below come by name: a member, one of several texts, and a whole number.
export default function handler({ options }) {
  const { member, how = 'claps', times = 1 } = options;
  const emoji = { claps: '👏', hearts: '❤️', fireworks: '🎆' }[how] ?? '🎉';
  return \`\${emoji.repeat(Math.min(Math.max(times, 1), 10))} for \${member.name}!\`;
}
`;

const CHEER_OPTIONS: readonly CommandOption[] = [
  { name: 'member', description: 'Whom to cheer for', type: 'member', isRequired: true, choices: [] },
  { name: 'how', description: 'With what', type: 'text', isRequired: false, choices: ['claps', 'hearts', 'fireworks'] },
  { name: 'times', description: 'How often, 1 to 10', type: 'integer', isRequired: false, choices: [] },
];

const WITHOUT_OPTIONS: readonly Omit<CommandExample, 'options'>[] = [
  { name: 'Choose', trigger: '!choose', description: 'Decides between several things', icon: '🤔', code: CHOOSE },
  { name: 'Dice', trigger: '!dice', description: 'Rolls dice, with a button to roll again', icon: '🎲', code: DICE },
  { name: 'Points', trigger: '!points', description: 'Members give each other points', icon: '🏆', code: POINTS },
  { name: 'Fortune', trigger: '!fortune', description: 'Tells each member a fortune once a day', icon: '🔮', code: DAILY },
  {
    name: 'Weather',
    trigger: '!weather',
    description: 'Asks a website for the temperature in a city',
    icon: '🌤️',
    code: WEATHER,
  },
  {
    name: 'Feedback',
    trigger: '!feedback',
    description: 'Opens a form and keeps what members write',
    icon: '📝',
    code: FEEDBACK,
  },
];

const WITH_OPTIONS: CommandExample = {
  name: 'Cheer',
  trigger: '!cheer',
  description: 'Cheers for a member, with options that Discord shows',
  icon: '👏',
  code: CHEER,
  options: CHEER_OPTIONS,
};

/** One for each thing that custom code can do. */
export const COMMAND_EXAMPLES: readonly CommandExample[] = [
  ...WITHOUT_OPTIONS.map((example) => ({ ...example, options: [] })),
  WITH_OPTIONS,
];
