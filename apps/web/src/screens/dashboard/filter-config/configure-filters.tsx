import { loadable } from '@chartroom/ui';

const FilterConfigModal = loadable(async () => (await import('./filter-config-modal.tsx')).FilterConfigModal);

export interface ConfigureFiltersProps {
  /** The filter that is shown first. */
  selected?: string | undefined;
  onClose: () => void;
}

/** The dialog in which filters are configured, fetched when it is wanted. */
export function ConfigureFilters(props: ConfigureFiltersProps) {
  return <FilterConfigModal {...props} />;
}
