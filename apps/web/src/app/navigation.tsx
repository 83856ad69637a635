import {
  BulbOutlined,
  DesktopOutlined,
  DownOutlined,
  MenuOutlined,
  MoonOutlined,
  PlusOutlined,
  SettingOutlined,
  SunOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons';
import type { ThemeMode } from '@chartroom/ui';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Button, Dropdown, type MenuProps, Tooltip } from 'antd';
import { bootstrap, may, mayUseSqlLab, registrationOpen } from '../base/bootstrap.ts';
import { useThemeMode } from '../base/theme-mode.ts';
import styles from './shell.module.css';

interface Destination {
  label: string;
  to: string;
  /** Beginnings of paths under which the entry is marked. */
  under: string[];
}

/** Top-level destinations (contract/ui.md A2). */
function destinations(): Destination[] {
  const all: (Destination & { shown: boolean })[] = [
    {
      label: 'Dashboards',
      to: '/dashboard/list/',
      under: ['/dashboard', '/superset/dashboard'],
      shown: may('can_read', 'Dashboard'),
    },
    { label: 'Charts', to: '/chart/list/', under: ['/chart', '/explore'], shown: may('can_read', 'Chart') },
    {
      label: 'Datasets',
      to: '/tablemodelview/list/',
      under: ['/tablemodelview', '/dataset'],
      shown: may('can_read', 'Dataset'),
    },
  ];
  return all.filter((each) => each.shown);
}

/** Pages below 'SQL' (contract/ui.md A2). */
function sqlPages(): { key: string; label: string }[] {
  return [
    { key: '/sqllab/', label: 'SQL Lab', shown: mayUseSqlLab() },
    { key: '/savedqueryview/list/', label: 'Saved Queries', shown: may('menu_access', 'Saved Queries') },
    { key: '/sqllab/history/', label: 'Query History', shown: may('menu_access', 'Query Search') },
  ].flatMap(({ shown, ...page }) => (shown ? [page] : []));
}
const UNDER_SQL = ['/sqllab', '/savedqueryview'];

/** The bar above every screen. */
export function Navigation() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const items = destinations();
  const sql = sqlPages();
  const everywhere: MenuProps['items'] = [
    ...items.map((each) => ({ key: each.to, label: each.label })),
    ...(sql.length > 0 ? [{ type: 'group' as const, label: 'SQL', children: sql }] : []),
  ];
  const go: MenuProps['onClick'] = ({ key }) => void navigate({ to: key });
  return (
    <header className={styles.bar}>
      <Link to="/superset/welcome/" className={styles.brand} aria-label="Chartroom, home">
        <img src="/static/logo.svg" alt="" width={24} height={24} />
        <span className={styles.wide}>Chartroom</span>
      </Link>
      <nav className={styles.links} aria-label="Main">
        {items.map((each) => (
          <Link
            key={each.to}
            to={each.to}
            className={styles.link}
            data-active={each.under.some((path) => pathname.startsWith(path))}
          >
            {each.label}
          </Link>
        ))}
        {sql.length > 0 && (
          <Dropdown trigger={['hover', 'click']} menu={{ items: sql, onClick: go }}>
            <button
              type="button"
              className={styles.link}
              data-active={UNDER_SQL.some((path) => pathname.startsWith(path))}
            >
              SQL <DownOutlined aria-hidden />
            </button>
          </Dropdown>
        )}
        <Dropdown trigger={['click']} menu={{ items: everywhere, onClick: go }}>
          <Button
            className={styles.narrow}
            type="text"
            icon={<MenuOutlined aria-hidden />}
            aria-label="Open the main menu"
          />
        </Dropdown>
      </nav>
      <CreateMenu />
      <ThemeSwitch />
      <UserMenu />
    </header>
  );
}

function CreateMenu() {
  const navigate = useNavigate();
  const items = [
    mayUseSqlLab() ? { key: '/sqllab/?new=true', label: 'SQL query' } : null,
    may('can_write', 'Chart') ? { key: '/chart/add', label: 'Chart' } : null,
    may('can_write', 'Dashboard') ? { key: '/dashboard/new', label: 'Dashboard' } : null,
  ].filter((each) => each !== null);
  if (items.length === 0) return null;
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => void navigate({ to: key }) }}>
      <Tooltip title="Create">
        <Button type="primary" size="small" icon={<PlusOutlined aria-hidden />} aria-label="Create" />
      </Tooltip>
    </Dropdown>
  );
}

const MODES: { key: ThemeMode; label: string; icon: React.ReactNode }[] = [
  { key: 'light', label: 'Light', icon: <SunOutlined /> },
  { key: 'dark', label: 'Dark', icon: <MoonOutlined /> },
  { key: 'system', label: 'Match system', icon: <DesktopOutlined /> },
];

const CLEAR = 'clear';

function ThemeSwitch() {
  const { mode, setMode, local, setLocal } = useThemeMode();
  const icon = local ? (
    <ThunderboltOutlined />
  ) : (
    (MODES.find((each) => each.key === mode)?.icon ?? <BulbOutlined />)
  );
  const choose: MenuProps['onClick'] = ({ key }) => {
    if (key === CLEAR) setLocal(undefined);
    const chosen = MODES.find((each) => each.key === key);
    if (chosen) setMode(chosen.key);
  };
  const items = local
    ? [...MODES, { key: CLEAR, label: 'Clear local theme', icon: <ThunderboltOutlined /> }]
    : MODES;
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items, selectable: true, selectedKeys: local ? [] : [mode], onClick: choose }}
    >
      <Tooltip title={local && 'This theme is set locally'}>
        <Button type="text" icon={icon} aria-label="Theme" />
      </Tooltip>
    </Dropdown>
  );
}

/** Groups of the settings menu (contract/ui.md A2), as far as the person may open their screens. */
const SETTINGS: readonly {
  label: string;
  entries: readonly { view: string; label: string; to: string }[];
}[] = [
  {
    label: 'Security',
    entries: [
      { view: 'List Users', label: 'List Users', to: '/users/' },
      { view: 'List Roles', label: 'List Roles', to: '/roles/' },
      { view: 'List Groups', label: 'List Groups', to: '/list_groups/' },
      ...(registrationOpen
        ? [{ view: 'User Registrations', label: 'User Registrations', to: '/registrations/' }]
        : []),
      { view: 'Action Log', label: 'Action Log', to: '/actionlog/list' },
      { view: 'Row Level Security', label: 'Row Level Security', to: '/rowlevelsecurity/list' },
    ],
  },
  {
    label: 'Data',
    entries: [{ view: 'Databases', label: 'Database Connections', to: '/databaseview/list/' }],
  },
  {
    label: 'Manage',
    entries: [
      { view: 'Tags', label: 'Tags', to: '/superset/tags/' },
      { view: 'CSS Templates', label: 'CSS Templates', to: '/csstemplatemodelview/list/' },
      { view: 'Themes', label: 'Themes', to: '/theme/list/' },
      { view: 'Annotation Layers', label: 'Annotation Layers', to: '/annotationlayer/list/' },
    ],
  },
];

function UserMenu() {
  const navigate = useNavigate();
  const user = bootstrap.user;
  const groups = SETTINGS.map(({ label, entries }) => ({
    type: 'group' as const,
    label,
    children: entries
      .filter(({ view }) => may('menu_access', view))
      .map((entry) => ({ key: entry.to, label: entry.label })),
  })).filter(({ children }) => children.length > 0);
  const items: MenuProps['items'] = [
    ...groups.flatMap((group) => [group, { type: 'divider' as const }]),
    {
      type: 'group',
      label: user ? `${user.firstName} ${user.lastName}`.trim() || user.username : 'Guest',
      children: [
        ...(user ? [{ key: '/user_info/', label: 'Info' }] : []),
        { key: 'logout', label: <a href="/logout/">Logout</a> },
      ],
    },
    { type: 'divider' },
    {
      type: 'group',
      label: 'About',
      children: [{ key: 'version', label: `Version ${bootstrap.version}`, disabled: true }],
    },
  ];
  const go: MenuProps['onClick'] = ({ key }) => {
    if (key.startsWith('/')) void navigate({ to: key });
  };
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: go }}>
      <Button type="text" icon={<SettingOutlined aria-hidden />} aria-label="Settings">
        <span className={styles.wide}>Settings</span>
      </Button>
    </Dropdown>
  );
}
