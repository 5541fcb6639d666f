import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type CurrentProject, useProject } from '#shell/project-context.tsx';

export const TEXT_KEYS = ['ru', 'en', 'fallback'] as const;
export type TextKey = (typeof TEXT_KEYS)[number];

export type Template = {
  key: string;
  format: 'plain' | 'markdown' | 'html';
  texts: Record<TextKey, string | null>;
  /** Built-in ones too. */
  variables: string[];
  created_at: string;
  updated_at: string;
};

export type TemplateWish = Pick<Template, 'format' | 'texts'>;

/** All of them: a project has at most 100. */
export const templatesQuery = ({ api, key }: CurrentProject) =>
  queryOptions({
    queryKey: [...key, 'templates', 'all'],
    queryFn: async ({ signal }) =>
      (await api.get<{ templates: Template[] }>('/v1/templates', { limit: 200 }, signal)).templates,
  });

export const templateQuery = ({ api, key }: CurrentProject, templateKey: string) =>
  queryOptions({
    queryKey: [...key, 'templates', 'one', templateKey],
    queryFn: ({ signal }) => api.get<Template>(pathOf(templateKey), {}, signal),
  });

/** After each, what is shown of templates is asked for again. */
export function useTemplateActs() {
  const { api, key } = useProject();
  const queries = useQueryClient();
  const after = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const result = await answer;
    await queries.invalidateQueries({ queryKey: [...key, 'templates'] });
    return result;
  };
  return {
    create: (templateKey: string, wish: TemplateWish) =>
      after(api.post<Template>('/v1/templates', { key: templateKey, ...wish })),
    change: (templateKey: string, wish: TemplateWish) => after(api.patch<Template>(pathOf(templateKey), wish)),
    remove: async (templateKey: string) => {
      await api.delete(pathOf(templateKey));
      await queries.invalidateQueries({ queryKey: [...key, 'templates', 'all'] });
    },
    /** For when its page is left: nobody asks for it again. */
    forget: (templateKey: string) => queries.removeQueries({ queryKey: [...key, 'templates', 'one', templateKey] }),
  };
}

const pathOf = (templateKey: string) => `/v1/templates/${encodeURIComponent(templateKey)}`;
