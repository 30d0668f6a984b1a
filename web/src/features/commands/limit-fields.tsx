import { MAX_COOLDOWN_S, snowflake } from '@kith/proto';
import { Form, Input } from 'antd';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { RoleInput } from '../../shared/discord-inputs.js';
import type { Learned } from './learned-list.js';

/** As they are typed; '' for no limit. */
export interface LimitValues {
  readonly cooldown: string;
  readonly role: string;
}

/** What is sent: a limit that stays the same is left out. */
export interface LimitChanges {
  readonly cooldownS?: number | null;
  readonly requiredRoleId?: string | null;
}

export const limitsOf = ({ cooldownS, requiredRoleId }: Pick<Learned, 'cooldownS' | 'requiredRoleId'>): LimitValues => ({
  cooldown: typeof cooldownS === 'number' ? String(cooldownS) : '',
  role: requiredRoleId ?? '',
});

export function limitChanges(typed: LimitValues, learned: Pick<Learned, 'cooldownS' | 'requiredRoleId'>): LimitChanges {
  const before = limitsOf(learned);
  const cooldown = typed.cooldown.trim();
  const role = typed.role.trim();
  return {
    ...(cooldown === before.cooldown ? {} : { cooldownS: cooldown === '' ? null : Number(cooldown) }),
    ...(role === before.role ? {} : { requiredRoleId: role === '' ? null : role }),
  };
}

const isCooldown = (typed: unknown): boolean =>
  typed === '' || (/^\d{1,5}$/.test(String(typed).trim()) && Number(typed) <= MAX_COOLDOWN_S);
const optionalRole = {
  safeParse: (typed: unknown) =>
    String(typed).trim() === '' ? { success: true as const } : snowflake.safeParse(String(typed).trim()),
};

/** Who may call a learned command, and how often. */
export const LimitFields = ({ botId, isCustom }: { readonly botId: string; readonly isCustom: boolean }) => (
  <>
    <Form.Item
      name="cooldown"
      label={t('commandTools.cooldown')}
      extra={t(isCustom ? 'commandTools.cooldownCustomHint' : 'commandTools.cooldownHint')}
      rules={[
        {
          validator: (_rule, typed: unknown) =>
            isCooldown(typed) ? Promise.resolve() : Promise.reject(new Error(t('commandTools.cooldownRule'))),
        },
      ]}
      validateTrigger="onBlur"
    >
      <Input inputMode="numeric" autoComplete="off" />
    </Form.Item>
    <Form.Item
      name="role"
      label={t('commandTools.role')}
      extra={t('commandTools.roleHint')}
      rules={[schemaRule(optionalRole)]}
      validateTrigger="onBlur"
    >
      <RoleInput botId={botId} />
    </Form.Item>
  </>
);
