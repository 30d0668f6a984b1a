import { describe, expect, it } from '@jest/globals';
import { AVATAR_COLORS } from '@kith/proto';
import { contrast, inkOn } from '../ui/contrast.js';
import { INK, PALETTES, THEME_MODES } from './theme.js';

const AA_TEXT = 4.5;
const AA_CONTROL = 3;

const TEXT_PAIRS = [
  ['text', 'bg'],
  ['text', 'surface'],
  ['text', 'hover'],
  ['text', 'raised'],
  ['muted', 'bg'],
  ['muted', 'surface'],
  ['muted', 'sunken'],
  ['muted', 'hover'],
  ['muted', 'primarySoft'],
  ['faint', 'bg'],
  ['faint', 'surface'],
  ['primary', 'bg'],
  ['primary', 'surface'],
  ['primary', 'primarySoft'],
  ['onPrimary', 'primary'],
  ['onPrimary', 'primaryHover'],
  ['accentText', 'bg'],
  ['accentText', 'accentSoft'],
  ['success', 'surface'],
  ['success', 'successSoft'],
  ['warning', 'warningSoft'],
  ['danger', 'surface'],
  ['danger', 'dangerSoft'],
  ['onDanger', 'danger'],
  ['onDanger', 'dangerHover'],
] as const;

describe.each(THEME_MODES)('the %s palette', (mode) => {
  const color = PALETTES[mode];

  it.each(TEXT_PAIRS)('has WCAG AA contrast of %s on %s', (text, ground) => {
    expect(contrast(color[text], color[ground])).toBeGreaterThanOrEqual(AA_TEXT);
  });

  it('has 3:1 contrast at the edges of controls', () => {
    expect(contrast(color.control, color.surface)).toBeGreaterThanOrEqual(AA_CONTROL);
    expect(contrast(color.primary, color.surface)).toBeGreaterThanOrEqual(AA_CONTROL);
  });
});

// In the light it is their shadow that does it.
it('secondary buttons and the selected tab are visible in the dark theme, where shadows are not', () => {
  const { edge, raised, surface, bg, sunken } = PALETTES.dark;
  for (const ground of [surface, bg]) expect(contrast(edge, ground)).toBeGreaterThanOrEqual(2);
  expect(contrast(raised, sunken)).toBeGreaterThanOrEqual(1.2);
});

describe('initials on a picked colour', () => {
  it.each([...AVATAR_COLORS, '#000000', '#ffffff', '#777777'])('are readable on %s', (color) => {
    expect(contrast(INK[inkOn(color)], color)).toBeGreaterThanOrEqual(AA_TEXT);
  });
});
