import { Button, Menu } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { Icon } from '#ui/icons.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Facts, Section } from '#ui/section.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { uiTexts } from '#ui/texts.ts';
import { toast, toastError } from '#ui/toast.ts';
import { type EndpointAct, EndpointDialogs } from './endpoint-dialogs.tsx';
import styles from './endpoint-panel.module.css';
import { RecentStrip } from './recent-strip.tsx';
import { webhookTexts } from './texts.ts';
import { type Endpoint, endpointsQuery, useWebhookActs } from './webhook-api.ts';

export function EndpointPanel() {
  const t = useTexts(webhookTexts);
  const ui = useTexts(uiTexts);
  const project = useProject();
  const navigate = useNavigate();
  const { endpointId } = useParams({ from: '/p/$slug/webhooks/endpoints/$endpointId' });
  const endpoints = useQuery(endpointsQuery(project));
  const endpoint = endpoints.data?.find(({ id }) => id === endpointId);
  const [act, setAct] = useState<EndpointAct>();
  const close = () => void navigate({ to: '/p/$slug/webhooks', params: { slug: project.project.slug } });

  if (endpoint === undefined) {
    if (endpoints.isPending) return null;
    return (
      <SidePanel title={ui.notFound} onClose={close}>
        {ui.notFoundText}
      </SidePanel>
    );
  }
  const actions = project.mayChange && <EndpointButtons endpoint={endpoint} onAct={setAct} />;
  return (
    <SidePanel title={endpoint.url} onClose={close} actions={actions}>
      <Section title={t.endpoints.about}>
        <EndpointFacts endpoint={endpoint} />
      </Section>
      <Section title={t.endpoints.events}>
        {endpoint.events.length === 0 ? (
          <p>{t.endpoints.pickAll}</p>
        ) : (
          <ul className={`mono ${styles['events']}`}>
            {endpoint.events.map((event) => (
              <li key={event}>{event}</li>
            ))}
          </ul>
        )}
      </Section>
      <EndpointLinks endpoint={endpoint} />
      <EndpointDialogs endpoint={endpoint} act={act} onClose={() => setAct(undefined)} onRemoved={close} />
    </SidePanel>
  );
}

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const t = useTexts(webhookTexts).endpoints;
  return (
    <Facts
      facts={{
        [t.status]: (
          <StatusBadge tone={endpoint.status === 'active' ? 'good' : 'quiet'}>
            {t.statuses[endpoint.status]}
          </StatusBadge>
        ),
        [t.recent]: <RecentStrip endpointId={endpoint.id} />,
        [t.description]: endpoint.description ?? undefined,
        [t.created]: <RelativeTime at={endpoint.created_at} />,
        ID: <span className="mono">{endpoint.id}</span>,
      }}
    />
  );
}

function EndpointLinks({ endpoint }: { endpoint: Endpoint }) {
  const t = useTexts(webhookTexts).endpoint;
  const { slug } = useProject().project;
  return (
    <p>
      <Link to="/p/$slug/webhooks/deliveries" params={{ slug }} search={{ endpoint_id: endpoint.id }}>
        {t.log}
      </Link>
      {' · '}
      <Link to="/p/$slug/webhooks/verify" params={{ slug }} search={{ endpoint: endpoint.id }}>
        {t.verify}
      </Link>
    </p>
  );
}

function EndpointButtons({ endpoint, onAct }: { endpoint: Endpoint; onAct: (act: EndpointAct) => void }) {
  const t = useTexts(webhookTexts).endpoint;
  const ui = useTexts(uiTexts);
  const { change } = useWebhookActs();
  const enable = useMutation({
    mutationFn: () => change(endpoint.id, { status: 'active' }),
    onSuccess: () => toast(t.enabled),
    onError: (error) => toastError(error),
  });
  const isActive = endpoint.status === 'active';
  return (
    <>
      {isActive ? (
        <Button leftSection={<Icon name="send" size={16} />} onClick={() => onAct('test')}>
          {t.test}
        </Button>
      ) : (
        <Button loading={enable.isPending} onClick={() => enable.mutate()}>
          {t.enable}
        </Button>
      )}
      <Button variant="default" onClick={() => onAct('edit')}>
        {ui.edit}
      </Button>
      <Menu position="top-end">
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="chevronDown" size={16} />}>
            {ui.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isActive && <Menu.Item onClick={() => onAct('recover')}>{t.recoverTitle}</Menu.Item>}
          <Menu.Item onClick={() => onAct('rotate')}>{t.rotate}</Menu.Item>
          {isActive && <Menu.Item onClick={() => onAct('disable')}>{t.disable}</Menu.Item>}
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => onAct('remove')}>
            {t.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
