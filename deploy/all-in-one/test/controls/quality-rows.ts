import type { ControlRow } from './control-rows.js';

const SPEC = 'services/chat/test/quality.spec.ts';
const rows = (changes: string, test: string, ...controls: readonly string[]): Record<string, ControlRow> =>
  Object.fromEntries(controls.map((control) => [`quality.${control}`, { changes, file: SPEC, test }]));

const TAUGHT: ControlRow = {
  changes: 'what the companion knows',
  file: 'services/chat/test/answer-drafts.spec.ts',
  test: 'is approved into knowledge once; when knowledge is away, the question stays open',
};

/** Ratings, the inbox, pinned answers and saved conversations. */
export const QUALITY_ROWS: Readonly<Record<string, ControlRow>> = {
  ...rows(
    'the numbers of the analytics',
    'in the test chat counts once for a reply, can be changed and taken back, and is its owner’s alone',
    'rate.isGood',
    'rate.reason',
  ),
  ...rows(
    'in which list a question stands',
    'keeps what was dismissed dismissed, and opens again what was answered and is asked again',
    'inbox.state',
    'setState.state',
  ),
  'quality.teach.title': TAUGHT,
  'quality.teach.content': TAUGHT,
  ...rows(
    'which questions are answered, and how',
    'can be changed, searched and deleted; two never have the same question',
    'pin.questions',
    'pin.answer',
    'changePinned.questions',
    'changePinned.answer',
    'pinned.search',
  ),
  'replay.save.questions': {
    changes: 'what is asked again after changes',
    file: 'services/chat/test/replay.spec.ts',
    test: 'shows after a change the new answers beside the earlier ones, of the last two runs',
  },
};
