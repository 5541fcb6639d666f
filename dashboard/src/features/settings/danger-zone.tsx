import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { meQuery } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { Section } from '#ui/section.tsx';
import { SwitchProject } from '#ui/switch-project.tsx';
import { useChangeProject } from '../operator/operator-api.ts';
import styles from './danger-zone.module.css';
import { settingsTexts } from './texts.ts';

/** What is felt at once. Each is done where it belongs; only the switch is here. */
export function DangerZone() {
  const t = useTexts(settingsTexts);
  const { project } = useProject();
  const { data: me } = useQuery(meQuery);
  const isOperator = me?.account.is_operator ?? false;
  const change = useChangeProject();
  const params = { slug: project.slug };
  const toTeam = (
    <Button variant="default" renderRoot={(props) => <Link to="/p/$slug/team" params={params} {...props} />}>
      {t.toTeam}
    </Button>
  );
  const toKeys = (
    <Button variant="default" renderRoot={(props) => <Link to="/p/$slug/keys" params={params} {...props} />}>
      {t.toKeys}
    </Button>
  );
  const toggle = <SwitchProject project={project} change={(status) => change(project.project_id, { status })} />;
  return (
    <Section title={t.danger} card>
      <ul className={styles['list']}>
        {project.role !== 'viewer' && <Item title={t.keys} text={t.keysText} action={toKeys} />}
        {project.role === 'owner' ? (
          <Item title={t.handOver} text={t.handOverText} action={toTeam} />
        ) : (
          <Item title={t.leave} text={t.leaveText} action={toTeam} />
        )}
        {isOperator ? (
          <Item title={t.off} text={t.offText} action={toggle} />
        ) : (
          <Item title={t.off} text={t.offByOperator} />
        )}
      </ul>
    </Section>
  );
}

function Item({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <li className={styles['item']}>
      <div>
        <strong>{title}</strong>
        <p className="soft">{text}</p>
      </div>
      {action}
    </li>
  );
}
