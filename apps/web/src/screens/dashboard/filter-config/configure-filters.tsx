import { loadable } from '@chartroom/ui';

/** The dialog in which filters are configured, fetched when it is wanted. */
export const ConfigureFilters = loadable(
  async () => (await import('./filter-config-modal.tsx')).FilterConfigModal,
);
