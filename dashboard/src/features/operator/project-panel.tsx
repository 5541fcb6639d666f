import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { Plan } from '#api/me.ts';
import { useFormat, useTexts } from '#lang/language-context.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { nameTexts } from '#ui/name-texts.ts';
import { Facts, Section } from '#ui/section.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { SwitchProject } from '#ui/switch-project.tsx';
import { toast, toastError } from '#ui/toast.ts';
import { CreditsSection } from './credits-section.tsx';
import { LimitsForm } from './limits-form.tsx';
import { type OperatorProject, operatorProjectQuery, PLANS, useChangeProject } from './operator-api.ts';
import { operatorTexts } from './texts.ts';

export function ProjectPanel() {
  const t = useTexts(operatorTexts);
  const navigate = useNavigate();
  const { projectId } = useParams({ from: '/operator/projects/$projectId' });
  const project = useQuery(operatorProjectQuery(projectId));
  const change = useChangeProject();
  const { data } = project;
  const close = () => void navigate({ to: '/operator/projects', search: true, resetScroll: false });
  const actions = data && (
    <>
      <Button renderRoot={(props) => <Link to="/p/$slug/overview" params={{ slug: data.slug }} {...props} />}>
        {t.project.open}
      </Button>
      <SwitchProject project={data} change={(status) => change(data.project_id, { status })} />
    </>
  );
  return (
    <SidePanel title={data?.name ?? t.projects.title} onClose={close} actions={actions}>
      {project.isError && <ErrorNote error={project.error} onRetry={() => void project.refetch()} />}
      {project.isPending && <Skeleton height={320} />}
      {data && (
        <>
          <About project={data} />
          <PlanSection project={data} />
          <CreditsSection project={data} />
          {/* The plan decides what the fields begin with. */}
          <LimitsForm key={`${data.project_id} ${data.plan}`} project={data} />
        </>
      )}
    </SidePanel>
  );
}

function About({ project }: { project: OperatorProject }) {
  const t = useTexts(operatorTexts);
  const { statuses } = useTexts(nameTexts);
  const format = useFormat();
  return (
    <Section title={t.project.about}>
      <Facts
        facts={{
          [t.projects.status]: (
            <StatusBadge tone={project.status === 'active' ? 'good' : 'quiet'}>{statuses[project.status]}</StatusBadge>
          ),
          [t.projects.slug]: <span className="mono">{project.slug}</span>,
          [t.project.id]: (
            <span className="mono">
              {project.project_id} <CopyButton value={project.project_id} what={t.project.id} />
            </span>
          ),
          [t.projects.created]: format.dateTime(project.created_at),
        }}
      />
    </Section>
  );
}

function PlanSection({ project }: { project: OperatorProject }) {
  const t = useTexts(operatorTexts).project;
  const { plans } = useTexts(nameTexts);
  const change = useChangeProject();
  const setPlan = useMutation({
    mutationFn: (plan: Plan) => change(project.project_id, { plan }),
    onSuccess: () => toast(t.planSaved),
    onError: (error) => toastError(error),
  });
  return (
    <Section title={t.plan}>
      <NativeSelect
        aria-label={t.plan}
        description={t.planHint}
        value={setPlan.isPending ? setPlan.variables : project.plan}
        disabled={setPlan.isPending}
        onChange={(event) => setPlan.mutate(event.currentTarget.value as Plan)}
      >
        {PLANS.map((plan) => (
          <option key={plan} value={plan}>
            {plans[plan]}
          </option>
        ))}
      </NativeSelect>
    </Section>
  );
}
