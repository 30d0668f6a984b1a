import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n.js';
import type { CodeError, CodeMirrorEditor, EditorHandle, EditorProps } from './code-mirror.js';

interface CodeEditorProps {
  /** Set by the form field, like `value` and `onChange`. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (code: string) => void;
  readonly error: CodeError | null;
}

/** The code of a command: a text area until CodeMirror is loaded, which then takes over what was typed. */
export function CodeEditor({ id = 'code', value = '', onChange, error }: CodeEditorProps) {
  const handle = useRef<EditorHandle | null>(null);
  const { Editor, initialSelection } = useCodeMirror(id);
  const line = error?.line ?? null;
  useLabelClick(id, () => handle.current?.focus());
  const editorProps: EditorProps = {
    id,
    value,
    error,
    initialSelection,
    onChange: (code) => onChange?.(code),
    onReady: (ready) => {
      handle.current = ready;
    },
  };
  return (
    <div>
      <div className="code-box" data-faulty={error !== null}>
        {Editor ? <Editor {...editorProps} /> : <PlainEditor {...editorProps} />}
      </div>
      <p id={`${id}-hint`} className="note code-hint">
        {t('customCommands.codeHint')}
      </p>
      <p id={`${id}-fault`} className="field-error breakable" role="alert">
        {error && (line === null ? error.message : t('customCommands.codeLine', { line, message: error.message }))}
      </p>
      {line !== null && (
        <button type="button" className="link-button code-goto" onClick={() => handle.current?.goTo(line)}>
          {t('customCommands.goToLine', { line })}
        </button>
      )}
    </div>
  );
}

/** CodeMirror, once its chunk is loaded. If that fails, for example offline, the text area stays. */
function useCodeMirror(id: string) {
  const [editor, setEditor] = useState<{
    readonly Editor?: typeof CodeMirrorEditor;
    readonly initialSelection: EditorProps['initialSelection'];
  }>({ initialSelection: null });
  useEffect(() => {
    let isMounted = true;
    import('./code-mirror.js').then(
      ({ CodeMirrorEditor: Editor }) => isMounted && setEditor({ Editor, initialSelection: selectionIn(id) }),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [id]);
  return editor;
}

function selectionIn(id: string): EditorProps['initialSelection'] {
  const { activeElement: field } = document;
  if (!(field instanceof HTMLTextAreaElement) || field.id !== id) return null;
  return { anchor: field.selectionStart, head: field.selectionEnd };
}

/** CodeMirror is not a form control, so a click on its label must be forwarded. */
function useLabelClick(id: string, onClick: () => void): void {
  const clicked = useEffectEvent(onClick);
  useEffect(() => {
    const label = document.querySelector(`label[for="${id}"]`);
    const follow = (): void => clicked();
    label?.addEventListener('click', follow);
    return () => label?.removeEventListener('click', follow);
  }, [id]);
}

/** A text area that grows with its text. */
function PlainEditor({ id, value, error, onChange, onReady }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const goTo = useEffectEvent((line: number) => {
    const { start, end } = lineRange(value, line);
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  });
  const ready = useEffectEvent(onReady);
  // A layout effect, so that it is cleaned up before CodeMirror reports its own handle.
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
      aria-invalid={error !== null}
      aria-describedby={`${id}-hint ${id}-fault`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Start and end offset of a line (1-based); of the last line when there are fewer. */
function lineRange(text: string, line: number): { start: number; end: number } {
  const lines = text.split('\n');
  const index = Math.min(Math.max(line, 1), lines.length) - 1;
  const start = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0);
  return { start, end: start + (lines[index]?.length ?? 0) };
}
