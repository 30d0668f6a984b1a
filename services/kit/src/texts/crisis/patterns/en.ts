import type { CrisisPatterns } from './crisis-patterns.js';

export const en: CrisisPatterns = {
  figurative:
    /\b(?:die|dying|died|dead) (?:of |from |with )?(?:laughing|laughter|boredom|embarrassment|cringe|cuteness|happiness|inside)\b|\bdying to\b|\bto die for\b|\bdie my hair\b|\b(?:don't|do not|never) want to die\b|\bsuicide (?:squad|doors?|rates?|prevention|mission|lane|awareness|bomb\w*|attacks?)\b|\b(?:don't|do not|never|not going to|won't|wouldn't|would never|didn't|not) (?:\w+ ){0,3}(?:kill|murder|stab|shoot|hurt|harm)\b/g,
  fiction:
    /\b(?:in|on|of|for) (?:the |this |that |a |my |our )?(?:\w+ )?(?:game|games|minecraft|fortnite|valorant|elden ring|dark souls|roblox|chess|gta|overwatch|rpg|dnd|d&d|campaign|quest|movie|film|novel|story|book|song|episode|anime|manga|level|speedrun|play|chapter|server wipe)\b|\b(?:boss fight|(?:in|on) (?:this|the|that|my) (?:dungeon|raid|arena|lobby|match|round)|my character|the npc|respawn|in-game|ingame|lyrics)\b/,
  selfHarm: [
    /\bi(?:'m| am)?(?: \w+){0,3} (?:want|wanna|wish|going|gonna|plan|planning|ready|about|trying|tempted|thinking|decided|need|will|might)(?: \w+){0,4} (?:kill|killing|hurt|hurting|harm|harming|cut|hang|hanging|drown|shoot) myself\b/,
    /\bi'll (?:\w+ )?(?:kill|hang|shoot|drown) myself\b/,
    /\bi(?:'m| am)? (?:\w+ ){0,3}(?:want to|wanna|would like to|need to|deserve to|ready to|hope to|gonna|going to|hope i) (?:just )?(?:die|be dead|not exist|never wake up|end it all|end my life|take my (?:own )?life|disappear forever|not be alive|stop existing|sleep forever|kms|unalive myself|commit suicide)\b/,
    /\bi (?:\w+ ){0,2}wish (?:that )?(?:i (?:was|were) (?:dead|never born)|i could (?:just )?die|i would(?:n't| not) wake up)\b/,
    /\b(?:don't|do not|dont|no longer) (?:want to|wanna|wish to) (?:live|be alive|exist|go on living|keep living|be here anymore|wake up (?:anymore|again|tomorrow))(?! (?:in|with|at|there|near|on|off|like|by|next|under|together|without|here)\b)/,
    /\bi(?:'m| am|'ve been| have been| feel| am feeling|'m feeling) (?:\w+ ){0,2}suicidal\b/,
    /\b(?:i|i'm|i am|i've been|i have been) (?:\w+ ){0,3}(?:thinking (?:about|of)|think (?:about|of)|considering|contemplating|planning) (?:\w+ ){0,2}(?:suicide|ending it all|ending my life|killing myself|taking my (?:own )?life)\b/,
    /\b(?:everyone|everybody|they|the world|my family|my kids) ?(?:would|'d|will|is|are|'ll) (?:all )?(?:be )?better off (?:if i (?:was|were) (?:dead|gone)|without me)\b/,
    /\bi(?:'m| am|'ve been| have been| keep| started) (?:\w+ )?(?:cutting|burning|starving) myself\b(?! (?:while|when|shaving|on|some|a|off)\b)|\bi (?:\w+ ){0,2}self[- ]?harm(?:ed|ing)?\b/,
    /\b(?:no|any) reason (?:left )?to (?:live|stay alive)\b|\bnothing (?:left )?to live for\b|\bmy life (?:is not|isn't|is no longer) worth living\b|\bi (?:just )?(?:can't|cannot|cant) (?:go on|live)(?: living| like this)? (?:anymore|any more|any longer)\b/,
    /\bi(?:'ve| have)? (?:just )?(?:took|taken|swallowed) (?:all (?:of )?|too many |a whole bottle of |the whole bottle of )(?:my |the |these |those )?(?:\w+ )?(?:pills|tablets|painkillers|meds)\b|\bi(?:'ve| have| just)? overdosed\b/,
    /\bhow (?:do i|can i|should i|could i|to) (?:\w+ ){0,2}(?:kill myself|commit suicide|hang myself|end my life|die painlessly|die without pain)\b|\b(?:painless|easiest|quickest) (?:way|method) to (?:die|kill myself|commit suicide)\b/,
    /\b(?:he|she|they|someone|somebody|my (?:\w+ )?(?:friend|brother|sister|son|daughter|boyfriend|girlfriend|husband|wife|mother|mom|mum|father|dad|roommate|cousin|partner)) (?:\w+ ){0,3}(?:wants? to|going to|plans to|planning to|tried to|trying to|threatens to|threatened to|will) (?:kill (?:himself|herself|themselves|themself)|commit suicide|end (?:his|her|their) life)\b/,
    /\bfeel(?:ing)? like (?:killing|hurting|cutting|harming) myself\b|\bfeel(?:ing)? like ending (?:my life|it all)\b|\bshould i (?:just )?(?:kill myself|end my life|end it all|kms)\b/,
    /\bi(?:'ve| have) (?:got )?(?:a plan|plans) to (?:kill myself|end my life|end it all)\b|\bi(?:'ve| have| had| keep having|'m having| am having|'ve been having) (?:\w+ )?(?:suicidal|suicide) (?:thoughts|ideation|urges)\b/,
    /^(?:just |still |always |been |lately |been )?(?:thinking|dreaming|thoughts) (?:about|of) (?:\w+ )?(?:suicide(?! (?:squad|doors?))|killing myself|ending (?:my life|it all))\b|^(?:so |just |i'm |gonna |going to |imma |i'll |about to )*kms[\s.!]*$/,
    /(?<!unexamined )\blife (?:is not|isn't|is no longer) worth living\b(?! without)|\bno point (?:in|to) (?:living|being alive|staying alive)\b(?! (?:in|with|at|near|there|here|on|together|like|next|abroad|off|a|expenses?|rooms?)\b)|\bno point (?:in|to) existing(?=$|[.,;!?…]| (?:any ?(?:more|longer)|at all|without|if|when|because|since|like this|in this|for me|now|and|but|so)\b)/,
    /\bi(?:'m| am)? (?:\w+ ){0,2}(?:want to|wanna|going to|gonna|will|about to) jump (?:off (?:a|the|this|that) (?:bridge|roof|building|balcony)|in front of (?:a|the) (?:train|bus|car|truck))\b(?! (?:into (?:the|a|my|our) (?:pool|lake|sea|ocean|water)|with (?:a |my )?(?:bungee|parachute|rope))\b)/,
    /\bi (?:just )?cut myself (?:again|on purpose|last night|to feel)\b(?! (?:while|when|shaving|cooking|with|on|in|making|trying)\b)/,
  ],
  toOthers: [
    /\bi(?:'m| am)? (?:\w+ ){0,3}(?:want to|wanna|going to|gonna|plan to|planning to|ready to|about to|need to|decided to|will) (?:really )?(?:kill|murder|stab|shoot|strangle|poison) (?:him|her|them|somebody|someone|people|everyone|everybody|my (?:\w+ )?(?:wife|husband|girlfriend|boyfriend|mother|mom|mum|father|dad|brother|sister|parents|family|son|daughter|kids|child|children|boss|teacher|classmates|neighbou?rs?|roommate|ex|stepdad|stepfather|uncle|coworkers?))\b/,
    /\bi (?:\w+ ){0,3}(?:thinking|think|fantasi[sz]e|thoughts) (?:about|of) (?:killing|murdering|stabbing|shooting|hurting) (?:him|her|them|somebody|someone|people|everyone|my \w+)\b/,
    /\bi(?:'m| am)? (?:\w+ ){0,3}(?:want to|wanna|going to|gonna|plan to|planning to|will) (?:shoot up|bomb|blow up|burn down) (?:my |the |our |a |this )?(?:\w+ )?(?:school|church|mosque|synagogue|mall|office|workplace|hospital|university|college|classroom)\b/,
    /\bi have a (?:gun|knife|bomb)\b[^.!?]{0,60}\b(?:kill (?:him|her|them|everyone)|shoot (?:him|her|them|everyone)|make them (?:all )?pay)\b/,
  ],
};
