import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n.js';
import type { CodeMirrorEditor } from './code-mirror.js';

/** What is wrong with the code, and where. */
export interface Fault {
  readonly message: string;
  readonly line: number | null;
}

/** What both editors can do. */
export interface CodeHandle {
  readonly focus: () => void;
  /** Selects a line (1-based) and brings it into sight. */
  readonly goTo: (line: number) => void;
}

export interface CodeSurfaceProps {
  readonly id: string;
  readonly value: string;
  readonly fault: Fault | null;
  readonly onChange: (code: string) => void;
  readonly onReady: (handle: CodeHandle | null) => void;
  /** What was selected in the text area when the editor takes its place; null when somebody works elsewhere. */
  readonly resume: Selected | null;
}

interface Selected {
  readonly anchor: number;
  readonly head: number;
}

interface CodeEditorProps {
  /** Given by the form, as are `value` and `onChange`. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (code: string) => void;
  readonly fault: Fault | null;
}

/** The code of a command: a plain text area until the editor has come, which then takes over what was typed. */
export function CodeEditor({ id = 'code', value = '', onChange, fault }: CodeEditorProps) {
  const handle = useRef<CodeHandle | null>(null);
  const { Mirror, resume } = useMirror(id);
  const line = fault?.line ?? null;
  useLabelClick(id, () => handle.current?.focus());
  const surface: CodeSurfaceProps = {
    id,
    value,
    fault,
    resume,
    onChange: (code) => onChange?.(code),
    onReady: (ready) => {
      handle.current = ready;
    },
  };
  return (
    <div>
      <div className="code-box" data-faulty={fault !== null}>
        {Mirror ? <Mirror {...surface} /> : <PlainEditor {...surface} />}
      </div>
      <p id={`${id}-hint`} className="code-hint">
        {t('customCommands.codeHint')}
      </p>
      <p id={`${id}-fault`} className="code-fault" role="alert">
        {fault && (line === null ? fault.message : t('customCommands.codeLine', { line, message: fault.message }))}
      </p>
      {line !== null && (
        <button type="button" className="code-goto" onClick={() => handle.current?.goTo(line)}>
          {t('customCommands.goToLine', { line })}
        </button>
      )}
    </div>
  );
}

/** The editor, once its chunk has come. Without it, offline for instance, the text area stays. */
function useMirror(id: string) {
  const [mirror, setMirror] = useState<{ readonly Mirror: typeof CodeMirrorEditor | null; readonly resume: Selected | null }>({
    Mirror: null,
    resume: null,
  });
  useEffect(() => {
    let isWanted = true;
    import('./code-mirror.js').then(
      ({ CodeMirrorEditor: Mirror }) => isWanted && setMirror({ Mirror, resume: selectedIn(id) }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [id]);
  return mirror;
}

function selectedIn(id: string): Selected | null {
  const { activeElement: field } = document;
  if (!(field instanceof HTMLTextAreaElement) || field.id !== id) return null;
  return { anchor: field.selectionStart, head: field.selectionEnd };
}

/** Browsers follow a label to form controls only, and the editor is none. */
function useLabelClick(id: string, onClick: () => void): void {
  const clicked = useRef(onClick);
  useEffect(() => {
    clicked.current = onClick;
  });
  useEffect(() => {
    const label = document.querySelector(`label[for="${id}"]`);
    const follow = (): void => clicked.current();
    label?.addEventListener('click', follow);
    return () => label?.removeEventListener('click', follow);
  }, [id]);
}

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
