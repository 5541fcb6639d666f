import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CHANNELS, type Channel } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ChannelName } from '#ui/channel-name.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { uiTexts } from '#ui/texts.ts';
import { permissionsQuery } from '../permissions/permission-api.ts';
import { tagsQuery } from '../tags/tag-api.ts';
import styles from './subscribe-link-dialog.module.css';
import { subscribeLinksQuery } from './subscriber-api.ts';
import { subscriberTexts } from './texts.ts';

export function SubscribeLinkDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(subscriberTexts).link;
  const ui = useTexts(uiTexts);
  const project = useProject();
  const [wish, setWish] = useState({ permission: '', tag: '' });
  const { data: permissions = [] } = useQuery(permissionsQuery(project));
  const { data: tags = [] } = useQuery(tagsQuery(project));
  const links = useQuery(subscribeLinksQuery(project, wish));
  return (
    <Modal opened onClose={onClose} title={t.title} size="lg" closeButtonProps={{ 'aria-label': ui.close }}>
      <Stack>
        <p>{t.text}</p>
        <div className={styles['wishes']}>
          <NativeSelect
            label={t.permission}
            value={wish.permission}
            onChange={(event) => setWish({ ...wish, permission: event.currentTarget.value })}
            data={[{ value: '', label: t.none }, ...permissions.map(({ name }) => name)]}
          />
          <NativeSelect
            label={t.tag}
            value={wish.tag}
            onChange={(event) => setWish({ ...wish, tag: event.currentTarget.value })}
            data={[{ value: '', label: t.none }, ...tags.map(({ name }) => name)]}
          />
        </div>
        {links.isError && <ErrorNote error={links.error} onRetry={() => void links.refetch()} />}
        <div className={styles['links']} aria-busy={links.isPlaceholderData}>
          {links.data &&
            CHANNELS.map((channel) => (
              <ChannelLink key={channel} {...{ channel }} link={links.data[`${channel}_link`]} />
            ))}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui.done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function ChannelLink({ channel, link }: { channel: Channel; link: string | null }) {
  const t = useTexts(subscriberTexts).link;
  const name = useTexts(uiTexts).channel[channel];
  return (
    <div className={styles['link']}>
      {link === null ? (
        <p>
          <ChannelName channel={channel} /> <span className="soft">{t.noBot}</span>
        </p>
      ) : (
        <>
          <QrCode text={link} label={t.qr(name)} className={styles['qr']} />
          <div>
            <ChannelName channel={channel} />
            <div className="mono">
              {link} <CopyButton value={link} what={t.channelLink(name)} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}
