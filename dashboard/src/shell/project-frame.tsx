import { Button, Skeleton } from '@mantine/core';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { isApiError } from '#api/api-error.ts';
import { projectApi } from '#api/project-api.ts';
import { useTexts } from '#lang/language-context.tsx';
import { ErrorNote } from '#ui/error-note.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { remember } from '../browser-memory.ts';
import styles from './frame.module.css';
import { type CurrentProject, ProjectContext } from './project-context.tsx';
import { shellTexts } from './texts.ts';
import { useProjectAt } from './use-known-projects.ts';

/** Finds the project of the address and gives it to the pages below. */
export function ProjectFrame() {
  const t = useTexts(shellTexts).project;
  const { slug } = useParams({ from: '/p/$slug' });
  const { project, asked } = useProjectAt(slug);
  const value = useMemo<CurrentProject | undefined>(
    () =>
      project && {
        project,
        mayChange: project.role !== 'viewer' && project.status === 'active',
        api: projectApi(project.project_id),
        key: [project.project_id],
      },
    [project],
  );
  useEffect(() => {
    if (project !== undefined) remember('project', slug);
  }, [project, slug]);

  if (value === undefined) {
    if (asked.isPending) return <Skeleton height={200} />;
    if (!isApiError(asked.error, 'not_found')) {
      return <ErrorNote error={asked.error} onRetry={() => void asked.refetch()} />;
    }
    return (
      <PageTitle
        title={t.notFound}
        lead={t.notFoundText}
        action={
          <Button component={Link} to="/projects">
            {t.toList}
          </Button>
        }
      />
    );
  }
  return (
    <ProjectContext value={value}>
      {value.project.status === 'inactive' && <p className={styles['banner']}>{t.inactive}</p>}
      <Outlet key={value.project.project_id} />
    </ProjectContext>
  );
}
