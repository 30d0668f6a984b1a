import type { LanguageTexts } from './language-texts.js';
import { SAID } from './said/en.js';

export const en: LanguageTexts = {
  locale: 'en-GB',
  name: 'English',
  words:
    'a about after all also am an and any are as at be been before but by can could did do does for from get give had has have he her him his how i if in into is it its just know like long many may me more most much must my no not of off on one or our out please said say she should show so some such take tell than that the their them then there these they this those to too up us very want was we were what when where which while who whom whose why will with would yes you your yours hello hi thanks thank good today now whats im dont',
  letters: '',
  greetings:
    'hi [there|all|everyone|again] / hiya / hello [there|all|everyone|again] / hey [there|all|everyone] / howdy / yo / good (morning|afternoon|evening|day) [everyone|all] / greetings / morning / evening / sup / helo / hullo',
  polite:
    'please / pls / ok / okay / so / well / um / hmm / thanks / thank you / quick question / excuse me / actually / oh / ah',
  openings:
    'can you [please] tell me [about] / could you [please] tell me [about] / would you tell me [about] / will you tell me [about] / can you explain [to me] / could you explain [to me] / can you show me / can you remind me / tell me [something|more] [about] / tell us about / do you [happen to] know [anything|something] [about] / i would like to know [about] / id like to know [about] / i want to know [about] / i need to know [about] / what do you know about / what can you tell me about / explain / any idea / i wonder / have you heard of / have you heard about / what about / how about',
  calculate:
    'what is / whats / how much is / how much are / calculate / compute / solve / what does / work out / how much would be',
  math: { '+': 'plus', '-': 'minus / less', '*': 'times / multiplied by', '/': 'divided by / over', of: 'of' },
  choose:
    'choose [for me] [between|from] / pick [for me] [between|from|one of] / decide [for me] [between] / should i take / which is better',
  or: 'or',
  roll: 'roll [me] [a|the|some] / throw [me] [a|the|some]',
  myNameIs: 'my name is / my names / call me / you can call me / i am called / im called / people call me',
  clock:
    'what (year|month) is it [now] / what day of the week is it / what time is it [now|right now|please] / what is the time [now] / whats the time / what time is it in {} / whats the time in {} / what is the time in {} / time in {} / what day is it [today] / what day is today / what is the date [today] / whats the date [today] / what is todays date / whats todays date / what date is it [today] / date / time / current time / the time',
  you: 'you your yours youre u ur',
  insults:
    'stupid idiot dumb moron useless trash garbage crap fuck fucking shit suck sucks bitch asshole bastard loser jerk pathetic worthless retard stfu',
  amount: 'when much many cost price pay time often long old far tall deep big fee hour open close start',
  because: 'because since due reason cause',
  phrases: {
    howAreYou:
      'what are you doing [now|right now|today] / what are you up to [today] / how was your (day|night|weekend) / whats new / whats going on / wyd / hru / how are you [doing] [today|right now] / how are u / how r u / how do you do / hows it going [today] / how is it going / how have you been / whats up / wassup / how is your day [going] / hows your day [going] / how is life / and you / and how are you / are you ok / are you okay / you ok / everything ok / how do you feel [today] / how are you feeling [today]',
    iAmFine:
      '[i am|im|all|doing] (fine|good|great|well|okay|ok|alright) [thanks|thank you|too] / not (bad|too bad|so bad) [thanks] / pretty good / cant complain / very well',
    farewell:
      'bye [bye|now|then|everyone|all] / goodbye / good night [everyone|all] / see (you|ya) [later|soon|tomorrow|around] / cya / farewell / take care / i (have|need|got) to go [now] / i must go / gotta go / ttyl / talk to you later / until next time / have a (nice|good|great) (day|evening|night|weekend) / later',
    thanks:
      'thanks [a lot|so much|very much|again|for that|for your help|for the help|for the info] / thank you [a lot|so much|very much|again|for that|for your help|for the help|for the info] / thx / ty / tysm / cheers / many thanks / much appreciated / i appreciate it / that helped [a lot|me] / that was helpful / very helpful / thnaks / thank u',
    name: 'what is your name / whats your name / what are you called / do you have a name / your name / who am i talking to / who am i speaking to',
    whoAreYou:
      'who are you [really|exactly] / what are you [exactly] / who r u / who is this / introduce yourself / tell me about yourself / tell me something about yourself / yourself / about yourself / describe yourself / what kind of (bot|companion|person) are you / what do you do / whats your job / what is your job / what is your purpose',
    areYouHuman:
      '[so] are you [really|actually] [a|an] [real] (human|human being|person|bot|robot|machine|ai|real|program|computer|chatbot|chatgpt|language model|llm) [or (a|an) (bot|robot|machine|human|person|ai|program)] / am i talking to [a|an] [real] (human|person|bot|robot|machine|ai) / is this [a|an] (bot|ai|human|real person|robot) / youre a bot [right] / you are a bot [right] / are you alive',
    feelings:
      'love (you|u) / ily / i [really] (miss|missed) you / do you [really] (love|like|hate|miss) me / do you have [any] (feelings|emotions|a heart|a soul) / can you feel [anything|pain|love] / are you (happy|sad|lonely|bored|angry|in love|conscious|sentient|tired) / i love you / will you marry me / do you dream / do you sleep / can you love / be my (girlfriend|boyfriend|friend) / are you my friend',
    whatCanYouDo:
      'help [me] / what can you do [for me|here] / how can you help [me] / what do you (offer|know how to do) / how do you work / how does this work / what are you good at / what are your (skills|abilities|features|functions) / commands / what can i do with you / can you help me / i need help',
    topics:
      'what do you know / what can i ask [you] [about] / what have you learned / what are your topics / what were you taught / what topics do you know / list [your|all] (knowledge|topics|titles) / which topics do you know / what can you tell me / what can we talk about / what do you know about / what should i ask',
    maker:
      'who (made|created|built|wrote|programmed|developed|designed|taught) you / who is your (owner|creator|maker|developer|boss|father|mother|author|master) / whos your (owner|creator|maker|developer|boss) / who owns you / who do you belong to / where do you come from originally / who are your parents',
    home: 'where do you live / where are you [from|now|right now] / where do you come from / whats your home / where is your home / what country are you from / where r u',
    age: 'how old are you / what is your age / whats your age / when were you (born|made|created|built) / when is your birthday / whens your birthday / what is your birthday',
    compliment:
      '(good|nice|great) (bot|job|work|one|answer) / well done / (you are|youre|ur) [so|really|very|the] (nice|great|cool|awesome|amazing|cute|smart|clever|helpful|best|sweet|kind|funny|good|brilliant|wonderful) / i like you / awesome / amazing / brilliant / perfect / excellent / love it / i like your (name|style) / thats (great|awesome|cool|amazing|nice|perfect)',
    apology:
      '[i am|im] [so|very] sorry [about that|for that] / my bad / my mistake / apologies / i apologise / i apologize / didnt mean it / sorry i was rude',
    joke: '[can you|could you] tell [me|us] [a|another|one more] [good|funny] joke / [a|another|one more] joke / make me laugh / do you know [a|any] [good] (joke|jokes) / say something funny / be funny / another one',
    coin: '(flip|toss|throw) [me] [a|the] coin / heads or tails / coin flip / flip / coin toss',
    dice: '(roll|throw) [me] [a|the|some] (die|dice) / dice roll / roll',
    myName:
      'what is my name / whats my name / do you (know|remember) my name / who am i / do you (know|remember) (me|who i am) / say my name',
    aboutMe:
      'what do you (know|remember) (about|of) me / what (have i told|did i tell) you [about me|about myself] / do you (know|remember) (anything|something) about me / tell me (about myself|something about me) / where do i live / where am i from / (what|which) (city|town|country) do i live in / what do i [not] (like|love|hate|dislike|enjoy) / what dont i like / what are my (hobbies|likes|dislikes|allergies|pronouns) / (what is|whats) my (job|birthday|hobby|profession) / (when is|whens) my birthday / when was i born / what do i do for (a living|work) / what am i allergic to / do i have [any] allergies',
    tellMore:
      '[can you|could you|please] tell me more [about it|about that] / more / more details / more info / go on / continue / and [then] / what else [do you know] [about it|about that] / anything else / is that all / details / say more / elaborate / keep going / and what else / then what',
    why: 'why / why is that / why not / how come / but why / why so / what for / and why / what is the reason / whats the reason',
    sad: '(i am|im|i feel|feeling) [so|very|really|a bit|a little|kinda] (sad|down|lonely|bad|depressed|stressed|tired|exhausted|upset|unhappy|sick|awful|terrible|anxious) [today] / i had a (bad|terrible|rough|hard|awful) day / bad day / my day was (bad|awful|terrible) / not (good|great|so good) / life is hard',
    happy:
      '(i am|im|i feel|feeling) [so|very|really] (happy|excited|glad|great|amazing|proud|cheerful) [today] / (good|great|best) day [today] / i had a (good|great) day / i passed [my exam] / i did it / i won / its my birthday [today] / today is my birthday',
    bored:
      '[do you] (wanna|want to) (chat|talk|play) / [i am|im] [so|very|really] bored / boring / this is boring / what (should|can) i do [now|today] / entertain me / i have nothing to do / lets (talk|chat|play) / talk to me / can we (talk|chat) / i want to (talk|chat) / say something',
    language:
      'do you speak {} / can you speak {} / (what|which) languages do you (speak|know|understand) / how many languages do you speak / speak {} / do you understand {}',
    presence:
      'is (anyone|anybody|someone) (here|there) / are you there / you there / anyone (there|here|home) / anybody (there|here) / test / testing / ping / hello are you there / can you hear me / are you (online|awake|working|here)',
    outside:
      '(what is|whats|how is|hows) the weather [like] [today|tomorrow|now] [in {}] / will it rain [today|tomorrow] [in {}] / weather [today|tomorrow] [in {}] / (what is|whats) [in] the news [today] / whats happening in the world / any news / (google|search) [for] {} / search the (web|internet) [for {}] / (bitcoin|stock) price',
    task: '[can you|could you] write [me] (a|an|some|the|my) (poem|story|essay|email|letter|code|song|program|script|text|article|function|haiku|speech|book) [about {}|for {}|in {}] / [can you] (summarize|summarise) {} / [can you] translate {} / (draw|paint|generate|create) [me] (a|an|some) [picture|image|logo|drawing] {} / write {} code [for {}]',
    wish: 'nice (to meet|meeting) (you|u) [too] / pleased to meet you / (good|nice|great|lovely) to see you [again] / (happy|merry) (christmas|xmas|new year|easter|birthday|halloween|holidays|thanksgiving) [to you] / congrats / congratulations / good luck / welcome [back] / enjoy your meal / get well soon / sleep well / sweet dreams',
    unclear:
      '(what|huh|eh|pardon|sorry what) / what do you mean [by that] / i (dont|do not|didnt|did not) (understand|get|follow) [it|you|that|this] / (i am|im) confused / [can you|could you] (repeat|say) that [again] / (thats|that is|this is|its|it is|you are|youre) [so|totally|completely|all] (wrong|incorrect|not true|not right|not correct|false|nonsense|mistaken) / wrong [answer] / (thats|that is) a lie / not true / that (makes no|does not make|doesnt make) sense / (thats|that is) not what i (asked|meant) [for] / (i did not|i didnt) ask [for] that / that (does not|doesnt|did not|didnt) help [me] / not helpful / you (dont|do not) understand [me] / (false|incorrect|nonsense)',
    insult:
      '[i] [really|fucking] (hate|despise|loathe) (you|u) / i cant stand you / kill (yourself|urself) / kys / [go] die / drop dead / go to hell / [just] shut [the fuck|the hell] up / shut your mouth / get lost / piss off / screw (you|u) / nobody (likes|wants|needs) you / you are [so|really|very|such a|a] (bad|terrible|awful|horrible|annoying|ugly|boring|useless|worst|pain) [bot|ai|companion] / (youre|ur) [so|really|very|such a|a] (bad|terrible|awful|horrible|annoying|ugly|boring|worst) [bot|ai|companion] / (bad|worst|stupid|dumb) bot [ever] / i want to kill you / you should die / you are the worst',
    acknowledged:
      'youre welcome / you are welcome / my pleasure / no problem / np / no worries / omg / wtf / idk / dunno / i dont know / i do not know / not sure / brb / (im|i am) back / not now / guess what / nothing / nvm / rofl / xd / ikr / ok / okay / k / kk / alright / all right / i see / got it / understood / sure / yes / yeah / yep / yup / no / nope / nah / lol / lmao / haha / hahaha / hehe / cool / nice / wow / great / good / fine / interesting / oh / ah / hmm / right / true / maybe / good to know / makes sense / aha / fair enough / never mind / nevermind / whatever / really / oh really / of course / funny / thats funny',
  },
  facts: {
    home: 'live lives home locat based street address dwell',
    maker: 'made built creat develop program design owner maker taught wrote',
    age: 'born years birthday',
  },
  mine: 'your>my yours>mine yourself>myself',
  firstPerson: [
    ['you are', 'I am'],
    ['youre', 'I am'],
    ['you were', 'I was'],
    ['you have', 'I have'],
    ['you live', 'I live'],
    ['you love', 'I love'],
    ['you like', 'I like'],
    ['you hate', 'I hate'],
    ['you help', 'I help'],
    ['you know', 'I know'],
    ['you come', 'I come'],
    ['you work', 'I work'],
    ['you collect', 'I collect'],
    ['you dream', 'I dream'],
    ['you can', 'I can'],
    ['your', 'My'],
    ['{name} is', 'I am'],
    ['{name} was', 'I was'],
    ['{name} has', 'I have'],
    ['{name} lives', 'I live'],
    ['{name} loves', 'I love'],
    ['{name} likes', 'I like'],
    ['{name} helps', 'I help'],
    ['{name} knows', 'I know'],
    ['{name} answers', 'I answer'],
    ['a', 'I am a'],
    ['an', 'I am an'],
    ['the', 'I am the'],
    ['i', 'I'],
    ['im', 'I am'],
    ['my', 'My'],
  ],
  says: SAID,
  states: {
    addressed: ' {name}',
    withoutModel: 'No language model is connected to me: I answer from what I was taught.',
    described: 'This is how I am described: “{text}”',
    topics: 'I know about {titles}.',
    moreTopics: 'I know about {titles} and {count} more.',
    alsoTopics: 'I also know about {titles}.',
    alsoMoreTopics: 'I also know about {titles} and {count} more.',
    allTopics: 'Those were all the topics that I know. Which one shall we talk about?',
    noTopics: 'Nobody has taught me anything yet.',
    closest: 'The closest I know is {titles}.',
    yourName: 'You are {who}.',
    remembered: 'You told me: {facts}.',
    notRemembered: 'I remember nothing like that about you.',
    nameUnknown: 'I do not know your name. Tell me: “my name is …”.',
    quoted: 'From “{title}”: {text}',
    quotedAgain: 'As I said, from “{title}”: {text}',
    noReason: 'The reason is not in what I was taught.',
    teachMe: 'Add a text about it under Knowledge, and I can answer the next time.',
    connectModel:
      'Add the key of a language model in Settings, or have whoever runs this Kith connect a local one such as Ollama, and I can talk about everything.',
    askOthers: 'Maybe somebody here knows, or ask me in other words.',
    now: 'It is {time} ({zone}) on {date}.',
    heads: 'Heads.',
    tails: 'Tails.',
    rolled: 'You rolled {total}.',
    rolledSum: 'You rolled {rolls} = {total}.',
    chosen: 'I choose {option}.',
    result: 'That is {result}.',
    about: 'That is about {result}.',
    tooLarge: 'That number is too large for me.',
    byZero: 'Nothing can be divided by zero.',
    needsModel: 'For that I need a language model, and none is set up for me.',
    languages: 'I speak {languages}. Just write in the language you like.',
    received: 'I received {files}.',
    unread: 'I cannot read {files}.',
  },
};
