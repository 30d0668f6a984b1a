/** Texts of the privacy and terms pages, loaded with them. Retention times and storage locations must match the services (see their READMEs). */
export const legalMessages = {
  legal: {
    back: 'Back to the home page',
    other: { privacy: 'Read the privacy page', terms: 'Read the terms' },
    privacy: {
      title: 'Privacy',
      lead: 'What Kith stores, for how long, and how to have it deleted. In plain words, and only what the software really does.',
      sections: {
        operator: {
          title: 'Who is responsible',
          text: 'Kith is open-source software that people run on their own machines. Whoever runs the Kith you are looking at (the operator) decides about it, can reach its database and is responsible for your data. The authors of Kith receive nothing: there is no telemetry, no advertising and no tracker, and no part of a page comes from anybody else.',
        },
        account: {
          title: 'If you have an account',
          text: 'Stored while your account exists, unless a shorter time is named:',
          points: {
            profile:
              'Your username, email address, settings, and your password as an Argon2id hash: nobody can read it back. If you sign in with Discord, the ID and name of your Discord account.',
            sessions:
              'For each sign-in its IP address and the name of the browser. A session ends 7 days after its last use and 30 days after its start at the latest, and is deleted then.',
            companions: 'Your companions, their instructions, knowledge, files, commands and settings.',
            chats:
              'What is said with your companions, in the test chat and on Discord, and the images they make: it is what they remember. So are the texts of files that you attach, and the last twenty pictures of a conversation, 30 days at most; other files are deleted after the answer.',
            plan: 'Your plan, your credits and what was bought. Card numbers never reach Kith; the payment provider has them. Notes of the provider and of checkouts go after 90 days, the books stay.',
            audit:
              'A log of what concerns security (sign-ins, changes of the password, acts of administrators) with username and IP address. It cannot be changed and has no end, so that nobody can cover their tracks. It never holds what somebody said.',
          },
        },
        discord: {
          title: 'If you talk to a companion on Discord',
          text: 'Kith stores the messages that a companion answers, its answers, your Discord ID and your display name, so that it can keep the thread of a conversation and its owner sees figures. Messages that it does not answer are not stored, but for what is named here.',
          points: {
            kept: 'Messages and answers are stored encrypted and go after 30 days, unless the operator set a longer time (ten years at most), and earlier when you use /forget-me or the owner deletes them.',
            owner:
              'In a server its owner may also read, without names, an answer that you rate as not good, with its question; and where the owner has switched learning mode on, questions that it could not answer well. Direct messages are not shown to the owner.',
            files:
              'Of the files of a message the texts are kept as long, and the last twenty pictures of a channel, 30 days at most; encrypted, too, and not where the owner keeps no messages.',
            moderation:
              'Of a message that its moderation acts on, your ID, your name, the rule and the time are kept for 90 days, without the text; of a warning or timeout by command also its reason and who gave it; reminders that you ask for, encrypted, until they are delivered or cancelled, a week after their time at the latest; a report of yours for 180 days, its text for 30.',
            memory:
              'Unless the owner switched it off, a companion also remembers what you say about yourself, encrypted and only where you said it: in direct messages, in the server, or in a channel that not everybody sees. It goes when you have not talked to the companion there for 30 days; /memory shows, corrects and deletes it, and the owner sees only how much it is.',
          },
        },
        forget: {
          title: 'Have a companion forget you',
          text: 'Type /forget-me where the companion is, on a server or in a direct message. It deletes your messages to it, its answers to you and your name at once, at the latest within 24 hours. Each companion has a memory of its own, so ask each one. What was written on Discord itself stays there until it is deleted there.',
        },
        deletion: {
          title: 'Delete your account',
          text: 'Settings → Security → Delete account. Your profile is wiped at once, your companions go offline, and their tokens, conversations, knowledge and files are deleted. Where a companion has written rules of auto-moderation into Discord, a copy of its token is kept until they are removed there, for an hour at most. What stays are the books of payments and the security log described above. Deleting one companion deletes all that is its own in the same way; Reset Bot Data deletes its conversations alone.',
        },
        encryption: {
          title: 'How secrets are kept',
          text: 'Discord tokens and API keys are encrypted with AES-256-GCM, bound to the account that they belong to, and never shown again. Sessions, reset links and access keys are stored as hashes only. What companions are told and answer, with texts and pictures of files, and what they remember of people is encrypted in the same way. Knowledge, files, settings and names, those in cases of moderation and the reasons there too, are not encrypted by Kith: how the disk below is protected is up to the operator.',
        },
        models: {
          title: 'Language models',
          text: 'When the operator has connected a language model, your message, on Discord with your name and Discord ID, the last turns of the conversation with their last pictures and earlier pictures that a message asks for, fitting passages of the knowledge and the instructions are sent to its provider to write the reply, under the terms of that provider. A model that sees pictures is shown those of your messages, and those that a companion is taught, to describe them. Without one the built-in companion answers, and what you write is sent to no language model. To find what fits by its meaning, your question, once it is much what a companion remembers of you, and the knowledge of companions are sent to an embeddings model, where the operator has one: by default that is so with a key for OpenAI, whose model it is then, and with an own server that has such a model. They are sent to one of a provider only where the owner of the companion neither brings an API key nor chose the operator’s own server. Where the operator has set up a language model for it, a short question that finds nothing is sent to that model with the question before and the beginning of the last answer, which may be one that another member of the channel got, to find out what is asked; the same exception holds. Where the owner of a companion lets it use commands or servers of their own, it may pass on to them what your message asks for, but neither what others wrote nor keys. What a language model of OpenAI or Anthropic answers may be checked by the moderation service of OpenAI.',
        },
        never: {
          title: 'What never happens',
          text: 'Kith trains no model with what you write, and hands it to nobody for that. Nothing is sold. Nothing is used for advertising.',
        },
        browser: {
          title: 'In your browser',
          text: 'One cookie and one entry in local storage keep you signed in; the theme is remembered; a chat is kept there when you switch that on. Logging out clears all of it but the theme. While you sign in with Discord, another cookie recognises your browser, for ten minutes at most. There are no other cookies.',
        },
        contact: {
          title: 'Questions and security',
          text: 'Write to the operator: the person or organisation who gave you this address. This Kith names no security contact of its own, so a weakness you find here goes to the operator too, please before you tell others.',
        },
      },
    },
    safety: {
      title: 'Safety',
      lead: 'What a companion does when somebody is not well, and what its replies cannot do. Only what the software really does.',
      sections: {
        help: {
          title: 'Where to find help',
          text: 'A companion is a program and cannot help in a crisis. People can:',
          points: {
            emergency: 'In danger right now: 112 in Europe, 911 in the United States and Canada, 999 in the United Kingdom.',
            helplines:
              'Somebody who listens: 988 in the United States and Canada, 116 123 in the United Kingdom and Ireland, 13 11 14 in Australia, 1737 in New Zealand, 0800 111 0 111 in Germany, 3114 in France, 024 in Spain, 188 in Brazil, 113 in the Netherlands, 116 123 in Poland, 14416 in India, 109 in South Korea, 1323 in Thailand.',
            elsewhere: 'In every other country: findahelpline.com lists helplines by country.',
          },
        },
        crisis: {
          title: 'When somebody is not well',
          text: 'When a message to a companion speaks of suicide, of hurting oneself or of hurting others, it is answered with calm words and with helplines, in English, German, Spanish, French, Portuguese, Italian, Russian, Chinese, Japanese, Turkish, Korean, Thai, Arabic, Hindi, Dutch or Polish. Fixed patterns recognise such messages. They can miss one, and they can be wrong.',
          points: {
            words:
              'No language model writes these words. They are the same for every companion, nobody can switch them off, and they cost nothing. They come while a language model is down, too.',
            stored:
              'Kith stores neither your message nor the answer, tells nobody, and notes nothing about you. What was written on Discord itself stays there until it is deleted there.',
            counted:
              'One number is counted: how often a companion gave such an answer on a day, without who or what. It is deleted after 90 days. The operator sees the sum of all companions.',
          },
        },
        adults: {
          title: 'Companions for adults',
          text: 'A companion is for everyone unless its owner rated it 18+. One that is rated 18+ answers only in channels that Discord restricts to adults, and never in direct messages.',
        },
        replies: {
          title: 'What replies cannot do',
          text: 'Whatever a language model writes is checked before anybody reads it:',
          points: {
            pings: 'A reply notifies neither everyone nor a role.',
            links: 'It holds no web addresses unless the owner of the companion allows them.',
            keys: 'What looks like a password, a key or a token is removed.',
            unsuitable:
              'Words that urge somebody to die, and sexual words of a companion that is not rated 18+, are withheld as far as they are recognised.',
            instructions:
              'A reply that repeats the instructions of the companion word for word and at length is withheld, and costs nothing.',
          },
        },
        report: {
          title: 'Report a companion',
          text: 'On Discord type /report, or open the menu of its message and choose “Report to Kith”. The operator reads it and may take the companion down; its owner does not learn who reported.',
        },
      },
    },
    terms: {
      title: 'Terms',
      lead: 'Short rules for using this Kith. The operator who runs it may add their own.',
      sections: {
        who: {
          title: 'Between whom',
          text: 'These terms hold between you and the operator of this Kith. The software is open source under the MIT license and comes without warranty; the license does not change by these terms.',
        },
        account: {
          title: 'Your account',
          text: 'Give an email address that is yours, keep your password to yourself, and tell the operator when somebody else has it. What is done with your account counts as done by you.',
        },
        companions: {
          title: 'Your companions',
          text: 'You decide what they know and say, and you answer for it. You need the right to what you upload. On Discord their rules for developers and communities hold too: only bot tokens of your own applications, no user accounts, no unwanted messages.',
        },
        forbidden: {
          title: 'What is not allowed',
          text: 'Nothing that breaks the law, hurts or deceives people, or pretends that a companion is a human when somebody sincerely asks. No attacks on this Kith or through it, no evading of limits. Whoever finds a weakness is welcome to report it to the operator.',
        },
        serviceProvider: {
          title: 'Service-provider agreement',
          text: 'Version 1. You accept it when you save a Discord token. The bot on Discord is yours: it belongs to your application, and you answer to Discord for it. The operator of this Kith runs it for you, as your service provider:',
          points: {
            use: 'The operator uses your token and the data of Discord only to run your companion as you have set it up, and for nothing else.',
            secrecy: 'Your token is stored encrypted, is shown to nobody and is handed to nobody but Discord.',
            rules:
              "What is done with Discord's data follows Discord's rules for developers: no selling, no training of models, and deletion when you, a member or Discord ask for it.",
            age: 'You are old enough for Discord: at least 13 years, or more where it asks for that in your country. Whoever runs a companion rated 18+ is 18 or older.',
            end: 'You end it at any time by removing the token, which is deleted then, or by deleting the companion, which also deletes what it stored. Where the companion has written rules of auto-moderation into Discord, a copy of its token is kept until they are removed there, for an hour at most.',
            duties:
              'You keep your application within the rules of Discord, and replace the token at once when somebody else has it.',
          },
        },
        replies: {
          title: 'Replies can be wrong',
          text: 'Companions are machines. What they say may be false or out of date, and is no advice of a doctor, lawyer or banker. Check what matters.',
        },
        payment: {
          title: 'Plans and credits',
          text: 'Prices stand on the pricing page. A paid plan runs by the month and can be ended at any time for the end of the month. Credits never expire; unused credits are taken back when their payment is refunded. In a sandbox, which says so, no money moves.',
        },
        end: {
          title: 'The end',
          text: 'You can delete your account at any time. The operator can close accounts that break these terms, and can end this service; what you are owed by law stays yours.',
        },
        changes: { title: 'Changes', text: 'These pages change with the software. What holds is what stands here.' },
      },
    },
  },
};
