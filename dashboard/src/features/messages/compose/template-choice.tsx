import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#lang/language-context.tsx';
import { useProject } from '#shell/project-context.tsx';
import { type Template, templatesQuery } from '../../templates/template-api.ts';
import { composeTexts } from './compose-texts.ts';

type TemplateChoiceProps = { value: string | undefined; onChange: (template: Template | undefined) => void };

export function TemplateChoice({ value, onChange }: TemplateChoiceProps) {
  const t = useTexts(composeTexts);
  const project = useProject();
  const { data: templates } = useQuery(templatesQuery(project));
  if (templates?.length === 0) {
    return (
      <p>
        {t.noTemplates}{' '}
        <Link to="/p/$slug/templates/new" params={{ slug: project.project.slug }}>
          {t.newTemplate}
        </Link>
      </p>
    );
  }
  return (
    <NativeSelect
      label={t.template}
      value={value ?? ''}
      onChange={(event) => onChange(templates?.find(({ key }) => key === event.currentTarget.value))}
      data={[
        { value: '', label: t.chooseTemplate },
        ...(templates ?? []).map(({ key }) => ({ value: key, label: key })),
      ]}
    />
  );
}
