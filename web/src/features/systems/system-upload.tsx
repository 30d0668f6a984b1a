import { useApolloClient } from '@apollo/client/react';
import { useRef, useState, type SyntheticEvent } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { send } from '../../lib/request.js';
import { toastError } from '../../lib/toast-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { Button } from '../../ui/button.js';
import { Field, Labelled } from '../../ui/field.js';
import { SYSTEM_PAGE, type PagePlace, type PageUpload } from './systems.graphql.js';
import { SystemFormSection } from './system-form-section.js';

/** As the server accepts it. */
const MAX_TITLE_CHARS = 100;

interface SystemUploadProps {
  readonly place: PagePlace;
  readonly upload: PageUpload;
}

type Problems = Readonly<Record<string, string>>;

/** A file that the owner gives a system: music, for example. */
export function SystemUpload({ place, upload: { title, description, submit, accept, maxBytes } }: SystemUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const { give, isBusy } = useGive(place);
  const onSubmit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    const problem = problemOf(file, maxBytes);
    setProblems(problem === null ? {} : { file: problem });
    if (!file || problem !== null) return input.current?.focus();
    const refused = await give(file, name.trim());
    setProblems(refused ?? {});
    if (refused !== null) return;
    setName('');
    if (input.current) input.current.value = '';
  };
  return (
    <SystemFormSection title={title} description={description}>
      <form className="stack form-items brain-form" noValidate onSubmit={(event) => void onSubmit(event)}>
        <Labelled label={t('systems.servers.file')} error={problems['file']}>
          {(aria) => <input {...aria} ref={input} type="file" accept={accept} className="system-file" />}
        </Labelled>
        <Field
          label={t('systems.servers.fileTitle')}
          error={problems['title']}
          value={name}
          maxLength={MAX_TITLE_CHARS}
          onChange={({ target }) => setName(target.value)}
        />
        <div className="dialog-foot">
          <Button type="submit" variant="primary" size="sm" isBusy={isBusy}>
            {submit}
          </Button>
        </div>
      </form>
    </SystemFormSection>
  );
}

function problemOf(file: File | undefined, maxBytes: number): string | null {
  if (!file) return t('systems.servers.chooseFile');
  if (file.size === 0) return t('systems.servers.fileEmpty');
  return file.size > maxBytes ? t('systems.servers.fileTooLarge', { count: Math.floor(maxBytes / 1024 / 1024) }) : null;
}

/** Uploads a file; resolves to the problems of the fields, empty when it failed otherwise, null when it is done. */
function useGive({ botId, systemId }: PagePlace) {
  const client = useApolloClient();
  const { run, isPending } = usePending();
  const upload = async (file: File, title: string): Promise<Problems | null> => {
    const form = new FormData();
    if (title !== '') form.append('title', title);
    // Last, because the server reads the other fields before it.
    form.append('file', file);
    try {
      const path = `/api/bots/${encodeURIComponent(botId)}/systems/${encodeURIComponent(systemId)}/files`;
      const answer = (await (await send(path, { method: 'POST', body: form })).json()) as { readonly message: string };
      await client.refetchQueries({ include: [SYSTEM_PAGE] }).catch(() => undefined);
      toast.success(t('systems.servers.done'), { text: answer.message });
      return null;
    } catch (error) {
      const { fields = {} } = readError(error);
      toastError(t('systems.servers.actFailed'), error);
      return fields;
    }
  };
  const give = async (file: File, title: string): Promise<Problems | null> => {
    let result: Problems | null = {};
    await run('upload', async () => {
      result = await upload(file, title);
    });
    return result;
  };
  return { give, isBusy: isPending('upload') };
}
