export { itemsOf, judge, readDialogues, type Dialogue, type Search, type Verdict } from './companion/judge.js';
export { textsOfOthers } from './texts-of-others.js';
