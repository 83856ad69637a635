import { BgColorsOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { type ThemeRow, themeApi } from '@chartroom/model';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Space, Tag } from 'antd';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/client.ts';
import { bootstrap, isAdmin, may } from '../../base/bootstrap.ts';
import { useThemeMode } from '../../base/theme-mode.ts';
import { toast } from '../../base/toasts.tsx';
import { LAST_MODIFIED } from '../../shared/list-view/common-columns.tsx';
import { bundlesOf, MODIFIED_BY_FILTER } from '../../shared/list-view/list-fields.ts';
import type { ListFilterField } from '../../shared/list-view/list-filters.tsx';
import type { ListColumn } from '../../shared/list-view/list-view.tsx';
import { ManagedList } from '../../shared/list-view/managed-list.tsx';
import { RowButton } from '../../shared/list-view/row-button.tsx';
import { ThemeEditor } from './theme-editor.tsx';

const FILTERS: ListFilterField[] = [
  { key: 'search', label: 'Name', column: 'theme_name', operator: 'ct', kind: 'search' },
  MODIFIED_BY_FILTER,
];

const COLUMNS: ListColumn<ThemeRow>[] = [
  { key: 'theme_name', title: 'Name', sortable: true, render: (row) => <ThemeName theme={row} /> },
  { ...LAST_MODIFIED, sortable: false, secondary: true },
];

function ThemeName({ theme }: { theme: ThemeRow }) {
  const local = useThemeMode((state) => state.local);
  return (
    <Space size={4} wrap>
      {theme.theme_name}
      {local?.id === theme.id && <Tag color="green">Local</Tag>}
      {theme.is_system && <Tag>System</Tag>}
      {theme.is_system_default && <Tag color="gold">Default</Tag>}
      {theme.is_system_dark && <Tag color="blue">Dark</Tag>}
    </Space>
  );
}

const inUse = (theme: ThemeRow) => theme.is_system || theme.is_system_default || theme.is_system_dark;

/** `/theme/list/` */
export function ThemesScreen() {
  const { bundle } = bundlesOf('theme', 'Theme');
  return (
    <ManagedList<ThemeRow>
      title="Themes"
      resource="theme"
      noun="theme"
      plural="themes"
      columns={COLUMNS}
      filters={FILTERS}
      defaultSort={{ sortColumn: 'theme_name', sortOrder: 'desc' }}
      mayWrite={may('can_write', 'Theme')}
      keeps={inUse}
      createLabel="+ Theme"
      nameOf={(row) => row.theme_name}
      {...(bundle ? { bundle: { ...bundle, mayExport: (row: ThemeRow) => !row.is_system } } : {})}
      moreActions={(row) => <ThemeButtons theme={row} />}
      empty={{
        title: 'No themes yet',
        description:
          'A theme changes colours, fonts and sizes of the whole installation, or of your browser alone.',
      }}
      editor={({ row, onClose }) => <ThemeEditor theme={row} onClose={onClose} />}
    />
  );
}

function ThemeButtons({ theme }: { theme: ThemeRow }) {
  const { local, setLocal } = useThemeMode();
  const worn = local?.id === theme.id;
  const name = theme.theme_name;
  return (
    <>
      <RowButton
        icon={<BgColorsOutlined aria-hidden />}
        label={worn ? 'Stop local preview' : 'Set local theme for testing'}
        name={name}
        onClick={() =>
          setLocal(worn ? undefined : { id: theme.id, name, document: JSON.parse(theme.json_data) })
        }
      />
      {choosesLook() && <SystemButton theme={theme} slot="default" set={theme.is_system_default} />}
      {choosesLook() && <SystemButton theme={theme} slot="dark" set={theme.is_system_dark} />}
    </>
  );
}

/** Whether the person looking may choose what everybody sees. */
function choosesLook(): boolean {
  return isAdmin() && bootstrap.conf.ENABLE_UI_THEME_ADMINISTRATION !== false;
}

/** Lets the whole installation wear a theme, by day or in the dark; seen by everybody with the next page they open. */
function SystemButton({ theme, slot, set }: { theme: ThemeRow; slot: 'default' | 'dark'; set: boolean }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      set ? api(themeApi.unsetSystem[slot], {}) : api(themeApi.setSystem[slot], { params: { pk: theme.id } }),
    onSuccess: () =>
      toast.success(
        set
          ? 'The installation looks as it is built again'
          : `${theme.theme_name} is now the system ${slot} theme`,
      ),
    onError: (error) => toast.error(`The system theme was not changed: ${errorText(error)}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['theme'] }),
  });
  return (
    <RowButton
      icon={slot === 'default' ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />}
      label={set ? `Remove as system ${slot} theme` : `Set as system ${slot} theme`}
      name={theme.theme_name}
      onClick={() => change.mutate()}
    />
  );
}
