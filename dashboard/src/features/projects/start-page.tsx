import { Navigate } from '@tanstack/react-router';
import { useKnownProjects } from '#shell/use-known-projects.ts';
import { recall } from '../../browser-memory.ts';

/** /dashboard itself: on to the project one was in last, or to the list. */
export function StartPage() {
  const projects = useKnownProjects();
  const last = recall('project');
  const project = projects.find(({ slug }) => slug === last) ?? (projects.length === 1 ? projects[0] : undefined);
  if (project === undefined) return <Navigate to="/projects" replace />;
  return <Navigate to="/p/$slug/overview" params={{ slug: project.slug }} replace />;
}
