import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { meQuery } from '#api/me.ts';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { Icon } from '#ui/icons.tsx';
import { useNow } from '#ui/now.ts';
import { Section } from '#ui/section.tsx';
import { uiTexts } from '#ui/texts.ts';
import { staticLinksQuery } from '../login/login-api.ts';
import { usageQuery } from '../usage/usage-api.ts';
import { endpointsQuery, recentQuery } from '../webhooks/webhook-api.ts';
import styles from './attention.module.css';
import { botsQuery } from './bots-api.ts';
import { overviewTexts } from './texts.ts';
import { failingRun, judgeUsage } from './trouble.ts';

/** Hooks that look answer undefined until they know. */
type Trouble = { key: string; text: string; bad: boolean; way?: { label: string; link: LinkProps } };

/** What is wrong or soon will be, each with a way to it. */
export function Attention() {
  const t = useTexts(overviewTexts);
  const looked = [useBotTrouble(), useUsageTrouble(), useEndpointTrouble(), useLoginTrouble()];
  const troubles = looked.flatMap((found) => found ?? []);
  const isKnown = looked.every((found) => found !== undefined);
  return (
    <Section title={t.attention}>
      {troubles.length === 0 ? (
        <p className={styles['well']}>
          {isKnown && (
            <>
              <Icon name="check" /> {t.allWell}
            </>
          )}
        </p>
      ) : (
        <ul className={styles['list']}>
          {troubles.map(({ key, text, bad, way }) => (
            <li key={key} className={styles['item']} data-bad={bad}>
              <span>{text}</span>
              {way && <Link {...way.link}>{way.label}</Link>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The operator can look closer; everybody else has to ask one. */
function useBotTrouble(): Trouble[] | undefined {
  const t = useTexts(overviewTexts);
  const { channel: names } = useTexts(uiTexts);
  const { data: me } = useQuery(meQuery);
  const { data: bots } = useQuery(botsQuery(useProject()));
  const now = useNow();
  const format = useFormat();
  if (me === undefined || bots === undefined) return undefined;
  if (bots.length === 0) return [{ key: 'bot', text: t.noBot, bad: true }];
  const way = me.account.is_operator
    ? { way: { label: t.toBots, link: { to: '/operator/bots' } as const satisfies LinkProps } }
    : {};
  return bots.flatMap(({ channel, up, last_ok_at }) => {
    if (up) return [];
    const text =
      last_ok_at === null ? t.botSilent(names[channel]) : t.botDown(names[channel], format.relative(last_ok_at, now));
    return [{ key: `bot ${channel}`, text, bad: last_ok_at !== null, ...way }];
  });
}

function useUsageTrouble(): Trouble[] | undefined {
  const t = useTexts(overviewTexts);
  const format = useFormat();
  const project = useProject();
  const { data: usage } = useQuery(usageQuery(project));
  if (usage === undefined) return undefined;
  const way = { label: t.toUsage, link: { to: '/p/$slug/usage', params: { slug: project.project.slug } } as const };
  return judgeUsage(usage).map((kind): Trouble => {
    const { credits, logins } = usage;
    const texts = {
      blocked: () => t.blocked,
      grace: () => t.grace(format.dateTime(credits.grace_until ?? '')),
      low: () => t.low(format.number(credits.balance ?? 0)),
      loginsLow: () => t.loginsLow(format.number(logins.used), format.number(logins.cap ?? 0)),
    };
    return { key: kind, text: texts[kind](), bad: kind === 'blocked', way };
  });
}

function useEndpointTrouble(): Trouble[] | undefined {
  const t = useTexts(overviewTexts);
  const project = useProject();
  const { data: endpoints } = useQuery(endpointsQuery(project));
  const active = (endpoints ?? []).filter(({ status }) => status === 'active');
  const recents = useQueries({ queries: active.map(({ id }) => recentQuery(project, id)) });
  if (endpoints === undefined || recents.some(({ isPending }) => isPending)) return undefined;
  return active.flatMap(({ id, url }, at) => {
    const run = failingRun(recents[at]?.data ?? []);
    if (run === 0) return [];
    const { slug } = project.project;
    const link = { to: '/p/$slug/webhooks/deliveries', params: { slug }, search: { endpoint_id: id } } as const;
    return [{ key: id, text: t.failing(url, run), bad: true, way: { label: t.lookAtLog, link } }];
  });
}

function useLoginTrouble(): Trouble[] | undefined {
  const t = useTexts(overviewTexts);
  const project = useProject();
  const { data: links } = useQuery(staticLinksQuery(project));
  if (links === undefined) return undefined;
  if (links.configured) return [];
  const link = { to: '/p/$slug/login', params: { slug: project.project.slug } } as const;
  return [{ key: 'login', text: t.notConfigured, bad: false, way: { label: t.setUpLogin, link } }];
}
