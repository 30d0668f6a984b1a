import { BookOpen, Boxes, Code, MessageCircle, Terminal, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { Badge } from '../../ui/badge.js';

/** What it can be taught, and a way to try it. What does not act on Discord yet is named and closed (decision M13). */
export const BotFeatures = ({ botId }: { readonly botId: string }) => (
  <section className="card card-body" aria-labelledby="features">
    <h2 id="features" className="card-title">
      {t('bot.features')}
    </h2>
    <ul className="bot-features">
      <Feature icon={Terminal} to={paths.commands(botId)} name={t('commands.manage')} text={t('bot.commandsText')} />
      <Feature icon={BookOpen} to={paths.knowledge(botId)} name={t('bot.knowledgeBase')} text={t('bot.knowledgeText')} />
      <Feature icon={MessageCircle} to={paths.chat(botId)} name={t('bot.chatWith')} text={t('bot.chatText')} />
      <Soon icon={Boxes} name={t('bot.installSystems')} text={t('bot.installSystemsText')} />
      <Soon icon={Code} name={t('bot.codeStudio')} text={t('bot.codeStudioText')} />
    </ul>
  </section>
);

interface FeatureProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly text: string;
}

/** The whole row leads there; its name is the link. */
const Feature = ({ icon: Icon, name, text, to }: FeatureProps & { readonly to: string }) => (
  <li className="bot-feature">
    <span className="icon-box" aria-hidden="true">
      <Icon size={18} />
    </span>
    <div>
      <Link to={to} className="bot-feature-name">
        {name}
      </Link>
      <p className="muted">{text}</p>
    </div>
  </li>
);

const Soon = ({ icon: Icon, name, text }: FeatureProps) => (
  <li className="bot-feature" data-off="true">
    <span className="icon-box" aria-hidden="true">
      <Icon size={18} />
    </span>
    <div>
      <button type="button" className="bot-feature-name" disabled>
        {name}
      </button>{' '}
      <Badge>{t('bot.comingSoon')}</Badge>
      <p className="muted">{text}</p>
    </div>
  </li>
);
