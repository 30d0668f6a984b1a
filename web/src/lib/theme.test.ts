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

  it.each(TEXT_PAIRS)('reads %s on %s with the contrast of WCAG AA', (text, ground) => {
    expect(contrast(color[text], color[ground])).toBeGreaterThanOrEqual(AA_TEXT);
  });

  it('draws the edge of a control with enough contrast to be seen', () => {
    expect(contrast(color.control, color.surface)).toBeGreaterThanOrEqual(AA_CONTROL);
    expect(contrast(color.primary, color.surface)).toBeGreaterThanOrEqual(AA_CONTROL);
  });
});

// In the light it is their shadow that does it.
it('lets quiet buttons and the chosen tab be seen in the dark, where no shadow lifts them', () => {
  const { edge, raised, surface, bg, sunken } = PALETTES.dark;
  for (const ground of [surface, bg]) expect(contrast(edge, ground)).toBeGreaterThanOrEqual(2);
  expect(contrast(raised, sunken)).toBeGreaterThanOrEqual(1.2);
});

describe('initials on a chosen colour', () => {
  it.each([...AVATAR_COLORS, '#000000', '#ffffff', '#777777'])('are readable on %s', (color) => {
    expect(contrast(INK[inkOn(color)], color)).toBeGreaterThanOrEqual(AA_TEXT);
  });
});
