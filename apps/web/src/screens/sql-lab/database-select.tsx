import { Select, type SelectProps } from 'antd';
import { useLab } from './lab-store.ts';
import { exposedDatabases } from './lab-tabs.ts';

interface DatabaseSelectProps extends Pick<SelectProps, 'id' | 'className' | 'aria-label'> {
  tab: number;
  databaseId: number | null;
}

/** Chooses the database of a tab, among those that SQL Lab offers; what is chosen below it begins anew. */
export function DatabaseSelect({ tab, databaseId, ...props }: DatabaseSelectProps) {
  const databases = useLab((state) => state.databases);
  const { change } = useLab.getState();
  return (
    <Select<number>
      {...props}
      placeholder="Select database or type to search databases"
      // One that is not offered any more has no name here.
      value={databases[String(databaseId)]?.id}
      showSearch={{ optionFilterProp: 'label' }}
      options={exposedDatabases(databases).map(({ id, database_name, backend }) => ({
        value: id,
        label: `${database_name} (${backend})`,
      }))}
      onChange={(chosen) => change(tab, { databaseId: chosen, catalog: null, schema: null })}
    />
  );
}
