import { callApi } from './browser-client.ts';
import type { ApiRequest, Query } from './client.ts';

type Rest = Omit<ApiRequest, 'method' | 'projectId' | 'body' | 'query'>;

/** `/v1` as one project sees it. */
export type ProjectApi = {
  get: <Answer>(path: string, query?: Query, signal?: AbortSignal) => Promise<Answer>;
  post: <Answer>(path: string, body?: unknown, rest?: Rest) => Promise<Answer>;
  put: <Answer>(path: string, body: unknown) => Promise<Answer>;
  patch: <Answer>(path: string, body: unknown) => Promise<Answer>;
  delete: <Answer = undefined>(path: string) => Promise<Answer>;
};

export function projectApi(projectId: string): ProjectApi {
  return {
    get: (path, query, signal) =>
      callApi(path, { projectId, ...(query && { query }), ...(signal !== undefined && { signal }) }),
    post: (path, body, rest) => callApi(path, { ...rest, method: 'POST', projectId, body }),
    put: (path, body) => callApi(path, { method: 'PUT', projectId, body }),
    patch: (path, body) => callApi(path, { method: 'PATCH', projectId, body }),
    delete: (path) => callApi(path, { method: 'DELETE', projectId }),
  };
}
