import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLanguage, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ChannelName } from '#ui/channel-name.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Facts, Section } from '#ui/section.tsx';
import { permissionsQuery } from '../permissions/permission-api.ts';
import { tagsQuery } from '../tags/tag-api.ts';
import { MarksEditor } from './marks-editor.tsx';
import type { Subscriber } from './subscriber-api.ts';
import { SubscriberForm } from './subscriber-form.tsx';
import { SubscriberLogins, SubscriberMessages } from './subscriber-history.tsx';
import { SubscriberState } from './subscriber-state.tsx';
import { subscriberTexts } from './texts.ts';

export function SubscriberView({ subscriber }: { subscriber: Subscriber }) {
  const t = useTexts(subscriberTexts);
  const { subscriber_id: id, username } = subscriber;
  return (
    <>
      <Section title={t.panel.about} action={<SubscriberState subscriber={subscriber} />}>
        <Facts
          facts={{
            [t.channel]: (
              <>
                <ChannelName channel={subscriber.channel} />
                {username !== null && ` @${username}`}
              </>
            ),
            [t.since]: <RelativeTime at={subscriber.created_at} />,
            [t.id]: (
              <span className="mono">
                {id} <CopyButton value={id} what={t.id} />
              </span>
            ),
          }}
        />
      </Section>
      <TagsSection subscriber={subscriber} />
      <PermissionsSection subscriber={subscriber} />
      <Section title={t.panel.edit}>
        <SubscriberForm key={`${subscriber.lang} ${subscriber.external_id}`} subscriber={subscriber} />
      </Section>
      <SubscriberMessages subscriberId={id} />
      <SubscriberLogins subscriberId={id} />
    </>
  );
}

function TagsSection({ subscriber }: { subscriber: Subscriber }) {
  const t = useTexts(subscriberTexts);
  const project = useProject();
  const { data: tags } = useQuery(tagsQuery(project));
  return (
    <Section title={t.tags}>
      {tags?.length === 0 && (
        <p className="soft">
          {t.panel.noTags}{' '}
          <Link to="/p/$slug/tags" params={{ slug: project.project.slug }}>
            {t.panel.makeTags}
          </Link>
        </p>
      )}
      {tags !== undefined && tags.length > 0 && (
        <MarksEditor subscriber={subscriber} field="tags" marks={tags.map(({ name }) => ({ name, label: name }))} />
      )}
    </Section>
  );
}

function PermissionsSection({ subscriber }: { subscriber: Subscriber }) {
  const t = useTexts(subscriberTexts);
  const { language } = useLanguage();
  const project = useProject();
  const { data: permissions } = useQuery(permissionsQuery(project));
  const marks = permissions?.map(({ name, title }) => ({ name, label: title[language] ?? name })) ?? [];
  return (
    <Section title={t.permissions}>
      {permissions?.length === 0 && (
        <p className="soft">
          {t.panel.noPermissions}{' '}
          <Link to="/p/$slug/permissions" params={{ slug: project.project.slug }}>
            {t.panel.makePermissions}
          </Link>
        </p>
      )}
      {marks.length > 0 && <MarksEditor subscriber={subscriber} field="permissions" marks={marks} />}
    </Section>
  );
}
