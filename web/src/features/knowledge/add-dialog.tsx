import { KNOWLEDGE_TYPES } from '@kith/proto';
import { Form } from 'antd';
import { FileUp } from 'lucide-react';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { formatBytes } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { RequestError } from '../../lib/request.js';
import { toast } from '../../lib/toast.js';
import { Button } from '../../ui/button.js';
import { Meter } from '../../ui/indicators.js';
import { SwitchRow } from '../../ui/switch-row.js';
import { ContentField, KnowledgeDialog, KnowledgeFields } from './knowledge-form.js';
import {
  missingParts,
  showFieldErrors,
  TYPE_ICONS,
  valuesOf,
  type KnowledgeType,
  type KnowledgeValues,
} from './knowledge-values.js';
import { fileProblem, useSaveKnowledge } from './use-save-knowledge.js';

interface AddDialogProps {
  readonly botId: string;
  readonly onClose: () => void;
}

/** Adds a text, file, image or URL. */
export function AddDialog({ botId, onClose }: AddDialogProps) {
  const { form, type, file, fileError, share, isBusy, isDirty, problem, setType, setDirty, choose, submit, cancel } =
    useAddKnowledge(botId, onClose);
  const values = Form.useWatch((all: Partial<KnowledgeValues>) => all, form) ?? {};
  const isFile = type === 'file' || type === 'image';
  return (
    <KnowledgeDialog
      title={t('knowledge.add')}
      form={form}
      initial={valuesOf(null)}
      isDirty={isDirty}
      onEdit={() => setDirty(true)}
      problem={problem}
      missing={missingParts(type, values, file !== null && fileError === null)}
      submit={{ label: t('knowledge.add'), isBusy, onSubmit: submit }}
      renderButtons={(close) =>
        share === null ? (
          <Button disabled={isBusy} onClick={close}>
            {t('common.cancel')}
          </Button>
        ) : (
          <Button onClick={cancel}>{t('knowledge.cancelUpload')}</Button>
        )
      }
      onDismiss={isBusy ? cancel : undefined}
      onClose={onClose}
    >
      <TypeChoice value={type} isDisabled={isBusy} onChange={setType} />
      {isFile && <FileField type={type} file={file} problem={fileError} isDisabled={isBusy} onChoose={choose} />}
      <KnowledgeFields type={type} isReadOnly={isBusy}>
        {type === 'url' && <SwitchRow name="wholeSite" label={t('knowledge.wholeSite')} text={t('knowledge.wholeSiteHint')} />}
        {!isFile && <ContentField type={type} isReadOnly={isBusy} />}
      </KnowledgeFields>
      {share !== null && <UploadProgress share={share} />}
    </KnowledgeDialog>
  );
}

function UploadProgress({ share }: { readonly share: number }) {
  const percent = Math.round(share * 100);
  const uploading = t('knowledge.uploading', { percent });
  return (
    <div className="stack gap-xs small tabular">
      <p>{share < 1 ? uploading : t('knowledge.storing')}</p>
      <Meter label={uploading} value={percent} max={100} />
    </div>
  );
}

const titleOf = ({ name }: File): string => name.slice(0, 200).trim();

function useAddKnowledge(botId: string, onClose: () => void) {
  const [form] = Form.useForm<KnowledgeValues>();
  const save = useSaveKnowledge(botId);
  const [type, setType] = useState<KnowledgeType>('text');
  const [file, setFile] = useState<File | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  /** Share of the file that was sent; null while there is no upload. */
  const [share, setShare] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useRef<AbortController | null>(null);
  useEffect(() => () => upload.current?.abort(), []);

  const choose = (chosen: File): void => {
    setFile(chosen);
    setFileError(fileProblem(chosen));
    setDirty(true);
    // The chosen file decides between the types file and image.
    if (chosen.type !== '') setType(/^image\/(png|jpeg|gif|webp)$/.test(chosen.type) ? 'image' : 'file');
    // A title that nobody wrote follows the file.
    const title = String(form.getFieldValue('title') ?? '').trim();
    if (title === '' || (file && title === titleOf(file))) form.setFieldsValue({ title: titleOf(chosen) });
  };
  const send = async (values: KnowledgeValues): Promise<void> => {
    if (type === 'text' || type === 'url') return save.add(type, values);
    if (!file) return;
    upload.current = new AbortController();
    setShare(0);
    await save.upload({ file, values, onProgress: setShare, signal: upload.current.signal });
  };
  const submit = async (): Promise<void> => {
    const values = form.getFieldsValue(true) as KnowledgeValues;
    if (isBusy || missingParts(type, values, file !== null && fileError === null).length > 0) return;
    setBusy(true);
    setProblem(null);
    try {
      await send(values);
      toast.success(t('knowledge.added'));
      onClose();
    } catch (error) {
      setBusy(false);
      setShare(null);
      showError(error);
    }
  };
  const showError = (error: unknown): void => {
    if (error instanceof DOMException && error.name === 'AbortError') return setProblem(t('knowledge.uploadCancelled'));
    if (!(error instanceof RequestError)) return setProblem(showFieldErrors(form, error));
    if (error.code === 'UNSUPPORTED_MEDIA' || error.code === 'TOO_LARGE') setFileError(error.reason);
    else setProblem(error.reason);
  };
  const cancel = (): void => upload.current?.abort();
  return { form, type, file, fileError, share, isBusy, isDirty, problem, setType, setDirty, choose, submit, cancel };
}

interface TypeChoiceProps {
  readonly value: KnowledgeType;
  readonly isDisabled: boolean;
  readonly onChange: (type: KnowledgeType) => void;
}

const TypeChoice = ({ value, isDisabled, onChange }: TypeChoiceProps) => (
  <fieldset className="type-choice" disabled={isDisabled}>
    <legend>{t('knowledge.type')}</legend>
    <div className="type-options">
      {KNOWLEDGE_TYPES.map((type) => {
        const Icon = TYPE_ICONS[type];
        return (
          <label key={type} className="choice type-option">
            <input
              type="radio"
              name="knowledge-type"
              className="sr-only"
              value={type}
              checked={type === value}
              onChange={() => onChange(type)}
            />
            <Icon size={18} aria-hidden="true" />
            {t(`knowledge.types.${type}`)}
          </label>
        );
      })}
    </div>
  </fieldset>
);

// Old Office files can be chosen, so that the user is told why they cannot be read.
const ACCEPTED = {
  file: '.txt,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.epub,.html,.htm,.md,.json,.csv',
  image: 'image/png,image/jpeg,image/gif,image/webp',
} as const;

interface FileFieldProps {
  readonly type: 'file' | 'image';
  readonly file: File | null;
  readonly problem: string | null;
  readonly isDisabled: boolean;
  readonly onChoose: (file: File) => void;
}

/** One file, picked or dropped. */
function FileField({ type, file, problem, isDisabled, onChoose }: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const dragOver = (event: DragEvent): void => {
    if (isDisabled || ![...event.dataTransfer.types].includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !isDisabled) onChoose(dropped);
  };
  return (
    <div className="file-field">
      <div
        className="file-drop"
        data-over={isOver}
        data-invalid={problem !== null}
        onDragEnter={dragOver}
        onDragOver={dragOver}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileUp size={22} aria-hidden="true" />
        {file && <p className="strong breakable">{t('knowledge.chosen', { name: file.name, size: formatBytes(file.size) })}</p>}
        <Button
          size="sm"
          disabled={isDisabled}
          aria-describedby={`${id}-hint ${id}-problem`}
          onClick={() => input.current?.click()}
        >
          {t(file ? 'knowledge.otherFile' : type === 'image' ? 'knowledge.chooseImage' : 'knowledge.choose')}
        </Button>
        {!file && <p className="note">{t('knowledge.drop')}</p>}
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED[type]}
          aria-label={t(type === 'image' ? 'knowledge.types.image' : 'knowledge.types.file')}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            // Otherwise the same file could not be chosen again after it was corrected.
            currentTarget.value = '';
            if (chosen) onChoose(chosen);
          }}
        />
      </div>
      <p id={`${id}-hint`} className="note">
        {t(`knowledge.typeHint.${type}`)}
      </p>
      <p id={`${id}-problem`} className="field-error" role="alert">
        {problem}
      </p>
    </div>
  );
}
