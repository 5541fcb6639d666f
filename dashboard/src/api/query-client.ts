import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';

/** Refusals stay what they are; only a lost connection is worth another try (the client itself waits out 429 and 503). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isApiError(error, 'offline'),
    },
    mutations: { retry: false },
  },
});
