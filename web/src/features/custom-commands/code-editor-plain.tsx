import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { t } from '../../lib/i18n.js';
import type { CodeSurfaceProps } from './code-editor.js';

/** A text area that grows with its text. */
export function PlainEditor({ id, value, fault, onChange, onReady }: CodeSurfaceProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const goTo = useEffectEvent((line: number) => {
    const { start, end } = lineRange(value, line);
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  });
  const ready = useEffectEvent(onReady);
  // Gone before the editor says that it is there.
  useLayoutEffect(() => {
    ready({ focus: () => field.current?.focus(), goTo: (line) => goTo(line) });
    return () => ready(null);
  }, []);
  return (
    <textarea
      ref={field}
      id={id}
      className="code-plain"
      value={value}
      rows={Math.max(10, value.split('\n').length)}
      wrap="off"
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      aria-label={t('customCommands.code')}
      aria-invalid={fault !== null}
      aria-describedby={`${id}-hint ${id}-fault`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Where a line (1-based) lies; past the end, the last one. */
function lineRange(text: string, line: number): { start: number; end: number } {
  const lines = text.split('\n');
  const index = Math.min(Math.max(line, 1), lines.length) - 1;
  const start = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0);
  return { start, end: start + (lines[index]?.length ?? 0) };
}
