import type { Channel } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { Icon } from '#ui/icons.tsx';
import { uiTexts } from '#ui/texts.ts';
import { composeTexts } from './compose-texts.ts';
import styles from './phone-preview.module.css';
import type { Preview } from './preview-api.ts';
import { RenderedText } from './rendered-text.tsx';

/** Telegram's own limit: a longer text follows its media as a message of its own. */
const LONGEST_CAPTION = 1024;

type PhonePreviewProps = {
  channel: Channel;
  preview: Preview | undefined;
  /** Under the phone: why it shows nothing, or that there is more. */
  note?: string | undefined;
  /** Nothing will arrive here. */
  dimmed?: boolean;
  /** Who looks at it, where that makes a difference. */
  whose?: string;
};

/** A message as a messenger shows it, in the manner of the sandbox's phone. */
export function PhonePreview({ channel, preview, note, dimmed = false, whose }: PhonePreviewProps) {
  const t = useTexts(composeTexts);
  const name = useTexts(uiTexts).channel[channel];
  const label = [t.phone(name), whose].filter(Boolean).join(', ');
  return (
    <figure className={styles['phone']} data-channel={channel} data-dimmed={dimmed} aria-label={label}>
      <div className={styles['bar']}>
        <strong>{name}</strong>
        <span>{whose ?? t.bot}</span>
      </div>
      <div className={styles['wall']}>{preview !== undefined && !dimmed && <Bubbles {...{ channel, preview }} />}</div>
      {note !== undefined && <figcaption className={styles['note']}>{note}</figcaption>}
    </figure>
  );
}

function Bubbles({ channel, preview }: { channel: Channel; preview: Preview }) {
  const { media, text, format, buttons, plain_text } = preview;
  const isSplit = channel === 'telegram' && media !== null && plain_text.length > LONGEST_CAPTION;
  return (
    <div className={styles['message']}>
      {isSplit && (
        <div className={styles['bubble']}>
          <MediaPlaceholder media={media} />
        </div>
      )}
      <div className={styles['bubble']}>
        {media !== null && !isSplit && <MediaPlaceholder media={media} />}
        <div className={styles['text']}>
          <RenderedText text={text} format={format} />
        </div>
      </div>
      {buttons.map((row) => (
        <div
          key={row.map((button) => button.text + (button.url ?? button.callback_data)).join()}
          className={styles['row']}
        >
          {row.map((button) => (
            <span key={button.text + (button.url ?? button.callback_data)} data-link={button.url !== undefined}>
              {button.text}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The page loads nothing from elsewhere, so the file is named, not shown. */
function MediaPlaceholder({ media }: { media: NonNullable<Preview['media']> }) {
  const t = useTexts(composeTexts);
  return (
    <div className={styles['media']} data-type={media.type}>
      <Icon name={media.type === 'document' ? 'docs' : media.type === 'video' ? 'play' : 'screen'} size={22} />
      <span>
        {t.mediaTypes[media.type]}
        <small>{fileNameOf(media.url)}</small>
      </span>
    </div>
  );
}

function fileNameOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : url.pathname.split('/').at(-1) || url.hostname;
}
