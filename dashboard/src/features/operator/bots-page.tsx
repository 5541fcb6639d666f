import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CHANNELS, meQuery } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Facts, Section } from '#ui/section.tsx';
import { StatusBadge, type Tone } from '#ui/status-badge.tsx';
import { uiTexts } from '#ui/texts.ts';
import { type BotHealth, botsQuery } from './operator-api.ts';
import { operatorTexts } from './texts.ts';

export function BotsPage() {
  const t = useTexts(operatorTexts).bots;
  const bots = useQuery(botsQuery);
  return (
    <>
      <PageTitle title={t.title} lead={t.lead} />
      {bots.isError && <ErrorNote error={bots.error} onRetry={() => void bots.refetch()} />}
      {bots.isPending && <Skeleton height={240} />}
      {bots.data?.length === 0 && <EmptyState title={t.none} text={t.noneText} />}
      {bots.data && bots.data.length > 0 && <BotList bots={bots.data} />}
    </>
  );
}

function BotList({ bots }: { bots: BotHealth[] }) {
  const t = useTexts(operatorTexts).bots;
  const ui = useTexts(uiTexts);
  return CHANNELS.map((channel) => {
    const bot = bots.find((one) => one.channel === channel);
    if (bot !== undefined) return <Bot key={channel} bot={bot} />;
    return (
      <Notice key={channel} tone="quiet">
        {t.absent(ui.channel[channel])}
      </Notice>
    );
  });
}

function Bot({ bot }: { bot: BotHealth }) {
  const t = useTexts(operatorTexts).bots;
  const ui = useTexts(uiTexts);
  const { data: me } = useQuery(meQuery);
  const link = me?.bots[bot.channel] ?? null;
  const [tone, state]: [Tone, string] = bot.up
    ? ['good', t.up]
    : bot.last_ok_at === null
      ? ['waiting', t.unknown]
      : ['bad', t.down];
  return (
    <Section title={ui.channel[bot.channel]} card action={<StatusBadge tone={tone}>{state}</StatusBadge>}>
      {tone === 'bad' && <Notice tone="bad">{t.trouble}</Notice>}
      <Facts
        facts={{
          [t.name]: bot.name ?? undefined,
          [t.address]:
            link === null ? undefined : (
              <a href={link} target="_blank" rel="noreferrer">
                {bot.username === null ? link : `@${bot.username}`}
              </a>
            ),
          [t.mode]: t.modes[bot.mode],
          [t.lastOk]: <RelativeTime at={bot.last_ok_at} />,
          [t.lastUpdate]: <RelativeTime at={bot.last_update_at} />,
          [t.lastError]:
            bot.last_error === null ? (
              t.noError
            ) : (
              <>
                {bot.last_error}{' '}
                <span className="soft">
                  (<RelativeTime at={bot.last_error_at} />)
                </span>
              </>
            ),
        }}
      />
    </Section>
  );
}
