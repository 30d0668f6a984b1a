import { useMutation, useQuery } from '@apollo/client/react';
import type { CatalogueLabel } from '@kith/proto';
import { Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { toastError } from '../../lib/toast-error.js';
import { toast } from '../../lib/toast.js';
import { ModelList } from '../../shared/model-facts.js';
import { MODEL_CATALOGUE, type CatalogueModel } from '../../shared/models.graphql.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { AdminFrame } from './admin-frame.js';
import { ModelDialog } from './model-dialog.js';
import { EDITABLE_MODELS, RESET_MODEL, type EditableModel } from './models.graphql.js';

const IMAGE: CatalogueLabel = 'image';

/** The operator's page of the model catalogue: a change is in force within seconds and without a restart. */
export const AdminModelsPage = () => (
  <AdminFrame allows="super_admin" title={t('admin.nav.models')} lead={t('admin.models.lead')}>
    <EditableModels />
  </AdminFrame>
);

function EditableModels() {
  const { data, error, refetch } = useQuery(EDITABLE_MODELS);
  const running = useQuery(MODEL_CATALOGUE).data?.modelCatalogue.models ?? [];
  const [edited, setEdited] = useState<EditableModel | null>(null);
  const [isReset, setReset] = useState<EditableModel | null>(null);
  if (!data) return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton height={320} />;
  return (
    <>
      <ModelList
        models={data.editableModels.map((model) => ({
          ...model,
          ...abilitiesOf(model, running),
          labels: model.label === IMAGE ? [] : [model.label],
          stored: model,
        }))}
        renderActions={({ stored: model }) => (
          <div className="row">
            <ProviderWarnings model={model} />
            <Button icon={Pencil} size="sm" aria-label={t('admin.models.changeOf', model)} onClick={() => setEdited(model)}>
              {t('admin.models.change')}
            </Button>
            {model.isChanged && (
              <>
                <Button icon={RotateCcw} size="sm" aria-label={t('admin.models.resetOf', model)} onClick={() => setReset(model)}>
                  {t('admin.models.reset')}
                </Button>
                <Badge>{t('admin.models.isChanged')}</Badge>
              </>
            )}
          </div>
        )}
      />
      {edited && <ModelDialog model={edited} onClose={() => setEdited(null)} />}
      {isReset && <ResetDialog model={isReset} onClose={() => setReset(null)} />}
    </>
  );
}

/** What the catalogue leaves open is told by the model's server or by its name. */
function abilitiesOf(model: EditableModel, running: readonly CatalogueModel[]) {
  const isSame = (other: CatalogueModel): boolean =>
    other.label === model.label && other.provider === model.provider && other.model === model.model;
  const runs = running.find(isSame);
  return {
    seesPictures: model.seesPictures ?? runs?.seesPictures ?? null,
    usesTools: model.usesTools ?? runs?.usesTools ?? null,
  };
}

/** What the provider says, where it differs from the catalogue. */
function ProviderWarnings({ model }: { readonly model: EditableModel }) {
  const { isListed, announcedShutdown, shutdownDate } = model;
  if (isListed === false) return <Badge tone="danger">{t('admin.models.notListed')}</Badge>;
  if (announcedShutdown === null || announcedShutdown === shutdownDate) return null;
  return <Badge tone="warning">{t('admin.models.announced', { date: formatDay(`${announcedShutdown}T12:00:00Z`) })}</Badge>;
}

function ResetDialog({ model, onClose }: { readonly model: EditableModel; readonly onClose: () => void }) {
  const { label, version } = model;
  const [reset, { loading }] = useMutation(RESET_MODEL, {
    variables: { label, version },
    refetchQueries: 'active',
    onCompleted: () => {
      toast.success(t('admin.models.saved'), { text: t('admin.models.savedText') });
      onClose();
    },
    onError: (failure) => {
      toastError(t('admin.models.failed'), failure, t('admin.somethingWrong'));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('admin.models.resetOf', model)}
      text={t('admin.models.resetText')}
      confirm={t('admin.models.reset')}
      isBusy={loading}
      onConfirm={() => void reset()}
      onCancel={onClose}
    />
  );
}
