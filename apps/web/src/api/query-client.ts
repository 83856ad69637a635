import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

/** Server state of the whole application; a refused request is not asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && error instanceof ApiError && error.status === 0,
    },
  },
});
