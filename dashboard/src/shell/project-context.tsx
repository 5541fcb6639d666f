import { createContext, useContext } from 'react';
import type { MyProject } from '#api/me.ts';
import type { ProjectApi } from '#api/project-api.ts';

export type CurrentProject = {
  project: MyProject;
  /** Viewers may only look. */
  mayChange: boolean;
  /** `/v1` for this project. */
  api: ProjectApi;
  /** The beginning of every query key of this project. */
  key: readonly [string];
};

export const ProjectContext = createContext<CurrentProject | undefined>(undefined);

/** The project of the address; only below /p/$slug. */
export function useProject(): CurrentProject {
  const value = useContext(ProjectContext);
  if (value === undefined) throw new Error('useProject is for pages below /p/$slug.');
  return value;
}
