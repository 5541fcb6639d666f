import type { Channel } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import styles from './channel-name.module.css';
import { uiTexts } from './texts.ts';

export function ChannelName({ channel }: { channel: Channel }) {
  const t = useTexts(uiTexts);
  return <span className={styles[channel]}>{t.channel[channel]}</span>;
}
