import { InstalledSystem, SystemPage } from '@kith/proto';

const section = SystemPage.shape.sections.element;

/** The types of installed systems and of their pages. */
export const SYSTEM_OBJECTS = {
  InstalledSystem,
  SystemPage,
  SystemPageSection: section,
  SystemPageRow: section.shape.rows.element,
  SystemPageRowAction: section.shape.rows.element.shape.actions.element,
  SystemPageForm: SystemPage.shape.forms.element,
  SystemPageUpload: SystemPage.shape.upload.unwrap(),
};
