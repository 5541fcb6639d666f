import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CHANNELS, type Channel } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ChannelName } from '#ui/channel-name.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Icon } from '#ui/icons.tsx';
import { QrCode, qrFile } from '#ui/qr-code.tsx';
import { Section } from '#ui/section.tsx';
import { uiTexts } from '#ui/texts.ts';
import { staticLinksQuery } from './login-api.ts';
import styles from './static-links.module.css';
import { loginTexts } from './texts.ts';

export function StaticLinksSection() {
  const t = useTexts(loginTexts).links;
  const links = useQuery(staticLinksQuery(useProject()));
  return (
    <Section title={t.title} card>
      <p className="soft">
        {t.text} {links.data?.configured === false && t.notConfigured}
      </p>
      {links.isError && <ErrorNote error={links.error} onRetry={() => void links.refetch()} />}
      {links.data && (
        <div className={styles['links']}>
          {CHANNELS.map((channel) => (
            <StaticLink key={channel} channel={channel} link={links.data[`${channel}_link`]} />
          ))}
        </div>
      )}
    </Section>
  );
}

function StaticLink({ channel, link }: { channel: Channel; link: string | null }) {
  const t = useTexts(loginTexts).links;
  const name = useTexts(uiTexts).channel[channel];
  const { slug } = useProject().project;
  if (link === null) {
    return (
      <p>
        <ChannelName channel={channel} /> <span className="soft">{t.noBot}</span>
      </p>
    );
  }
  const download = () => {
    const url = URL.createObjectURL(qrFile(link));
    const anchor = Object.assign(document.createElement('a'), { href: url, download: `${slug}-${channel}.svg` });
    anchor.click();
    URL.revokeObjectURL(url);
  };
  return (
    <div className={styles['one']}>
      <QrCode text={link} label={t.qr(name)} className={styles['qr']} />
      <div>
        <ChannelName channel={channel} />
        <div className="mono">
          {link} <CopyButton value={link} what={t.link(name)} />
        </div>
        <Button variant="default" mt="xs" leftSection={<Icon name="download" size={16} />} onClick={download}>
          {t.download}
        </Button>
      </div>
    </div>
  );
}
