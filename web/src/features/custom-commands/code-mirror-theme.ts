import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

// CSS variables, so that the colours follow the theme.
export const codeColors = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.controlKeyword],
    color: 'var(--color-primary)',
    fontWeight: '600',
  },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--color-success)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--color-accent-text)' },
  { tag: [tags.regexp, tags.escape], color: 'var(--color-warning)' },
  { tag: [tags.comment], color: 'var(--color-faint)', fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--color-text)', fontWeight: '600' },
  { tag: [tags.definition(tags.variableName), tags.variableName, tags.propertyName], color: 'var(--color-text)' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--color-muted)' },
  { tag: [tags.invalid], color: 'var(--color-danger)' },
]);

const soft = { backgroundColor: 'var(--color-primary-soft)' };

export const codeTheme = EditorView.theme({
  '&': { color: 'var(--color-text)', backgroundColor: 'transparent', maxHeight: '60dvh', minHeight: '220px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: 'var(--font-size-sm)', lineHeight: '1.6', minHeight: '220px' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--color-text)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--color-text)' },
  '.cm-gutters': { backgroundColor: 'var(--color-surface)', color: 'var(--color-muted)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', padding: '0 8px 0 4px' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--color-hover) 45%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--color-text)' },
  '.cm-selectionLayer .cm-selectionBackground': soft,
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': soft,
  '&.cm-focused .cm-matchingBracket': { ...soft, outline: '1px solid var(--color-primary)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--color-danger-soft)', color: 'var(--color-danger)' },
  '.cm-tooltip': {
    border: '1px solid var(--color-border)',
    borderRadius: 'var(--radius-sm)',
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-text)',
    boxShadow: 'var(--color-shadow-md)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', fontSize: 'var(--font-size-sm)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { minHeight: '26px', padding: '3px 10px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { ...soft, color: 'var(--color-primary)' },
  '.cm-completionDetail': { color: 'var(--color-muted)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionInfo': { padding: '6px 10px', fontSize: 'var(--font-size-sm)', maxWidth: '280px' },
  // On small screens it would cover the list.
  '@media (max-width: 640px)': { '.cm-tooltip.cm-completionInfo': { display: 'none' } },
  '.cm-gutter-lint': { width: '20px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '2px 3px' },
  '.cm-lint-marker': { width: '14px', height: '14px' },
  // Replaces an image with fixed colours.
  '.cm-lint-marker-error': { content: 'normal' },
  '.cm-lint-marker-error::before': {
    content: '"!"',
    display: 'grid',
    placeItems: 'center',
    height: '14px',
    borderRadius: 'var(--radius-full)',
    backgroundColor: 'var(--color-danger)',
    color: 'var(--color-on-danger)',
    font: '700 11px/1 var(--font)',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--color-danger)',
    textUnderlineOffset: '3px',
  },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--font)', fontSize: 'var(--font-size-sm)' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--color-danger)' },
});
