import { BOT_TOOLS } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { Section } from '../../ui/section.js';
import { SwitchRow } from '../../ui/switch-row.js';

/** What the language model of a companion may use while it writes; each tool is off at first (docs/decisions.md T18). */
export const ToolFields = () => (
  <Section title={t('form.tools')} lead={t('form.toolsText')} className="form-part">
    <div className="switch-list">
      {BOT_TOOLS.map((tool) => (
        <SwitchRow key={tool} name={['tools', tool]} label={t(`form.tool.${tool}`)} text={t(`form.tool.${tool}Text`)} />
      ))}
    </div>
  </Section>
);
