import { t } from '../../lib/i18n.js';
import { Badge } from '../../ui/indicators.js';
import type { TestReport } from './custom-commands.graphql.js';

type Result = NonNullable<TestReport['result']>;

/** The messages that a test run would have posted, as members would see them. */
export function TestPosts({ result: { posts, form } }: { readonly result: Result }) {
  return (
    <>
      {posts && posts.length > 0 && (
        <div className="stack gap-sm">
          <p className="note">{t('commandTools.testPosts')}</p>
          <ol className="stack gap-sm test-posts" aria-label={t('commandTools.testPosts')}>
            {posts.map((post, index) => (
              <li key={index} className="well stack gap-xs">
                {post.content !== '' && <p className="run-reply">{post.content}</p>}
                {post.embeds.map((embed, at) => (
                  <Embed key={at} embed={embed} />
                ))}
                <p className="row">
                  {post.buttons.map(({ label }, at) => (
                    <Badge key={at}>{label}</Badge>
                  ))}
                  {post.selects.map(({ value, placeholder }) => (
                    <Badge key={value}>{placeholder ?? value} ▾</Badge>
                  ))}
                </p>
              </li>
            ))}
          </ol>
        </div>
      )}
      {form && <p className="note">{t('commandTools.testForm', { title: form.title })}</p>}
    </>
  );
}

const Embed = ({ embed: { author, title, description, fields, footer } }: { readonly embed: EmbedFields }) => (
  <div className="stack gap-xs test-embed">
    {author && <span className="note">{author}</span>}
    {title && <strong>{title}</strong>}
    {description && <p className="run-reply">{description}</p>}
    {fields && fields.length > 0 && (
      <dl>
        {fields.map(({ name, value }, index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )}
    {footer && <span className="note">{footer}</span>}
  </div>
);

type EmbedFields = NonNullable<Result['posts']>[number]['embeds'][number];
