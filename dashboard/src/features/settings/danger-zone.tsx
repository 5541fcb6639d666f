import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { meQuery } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toast.ts';
import { useChangeProject } from '../operator/operator-api.ts';
import styles from './danger-zone.module.css';
import { settingsTexts } from './texts.ts';

/** What is felt at once. Each is done where it belongs; only the switch is here. */
export function DangerZone() {
  const t = useTexts(settingsTexts);
  const { project } = useProject();
  const { data: me } = useQuery(meQuery);
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
  return (
    <Section title={t.danger} card>
      <ul className={styles['list']}>
        {project.role !== 'viewer' && <Item title={t.keys} text={t.keysText} action={toKeys} />}
        {project.role === 'owner' ? (
          <Item title={t.handOver} text={t.handOverText} action={toTeam} />
        ) : (
          <Item title={t.leave} text={t.leaveText} action={toTeam} />
        )}
        {me?.account.is_operator ? <Switch /> : <Item title={t.off} text={t.offByOperator} />}
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

function Switch() {
  const t = useTexts(settingsTexts);
  const { project } = useProject();
  const change = useChangeProject();
  const [asking, setAsking] = useState(false);
  const isOn = project.status === 'active';
  const words = isOn
    ? { title: t.off, text: t.offText, question: t.offTitle(project.name), done: t.offDone }
    : { title: t.on, text: t.onText, question: t.onTitle(project.name), done: t.onDone };
  const ask = (
    <Button variant={isOn ? 'outline' : 'default'} {...(isOn && { color: 'red' })} onClick={() => setAsking(true)}>
      {words.title}
    </Button>
  );
  return (
    <>
      <Item title={words.title} text={words.text} action={ask} />
      <ConfirmDialog
        danger={isOn}
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.question}
        confirm={words.title}
        act={async () => {
          await change(project.project_id, { status: isOn ? 'inactive' : 'active' });
          toast(words.done);
        }}
      >
        {words.text}
      </ConfirmDialog>
    </>
  );
}
