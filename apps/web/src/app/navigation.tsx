import {
  BulbOutlined,
  DesktopOutlined,
  DownOutlined,
  EyeOutlined,
  MenuOutlined,
  MoonOutlined,
  PlusOutlined,
  SettingOutlined,
  SunOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons';
import { type MenuPart, type MenuPlace, mayOpen, menuOf } from '@chartroom/model';
import type { ThemeMode } from '@chartroom/ui';
import { DropMenu } from '@chartroom/ui';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Button, type MenuProps } from 'antd';
import logo from '../../public/static/logo.svg?inline';
import { bootstrap, may, mayOpenPage, registrationOpen } from '../base/bootstrap.ts';
import { useStrong, useThemeMode } from '../base/theme-mode.ts';
import styles from './shell.module.css';

/** The menu as far as the person looking may use it (contract/ui.md A2). */
const MENU = menuOf(
  (page, { openly, setting }, name) =>
    mayOpen(page, may) &&
    (openly === true || may('menu_access', name)) &&
    (setting === undefined || isSet(setting)),
);
/** Groups that the settings hold, in their order; those of the bar are the others. */
const IN_SETTINGS = ['Security', 'Data', 'Manage'];
const BAR = MENU.filter(({ name }) => !IN_SETTINGS.includes(name));

function isSet(setting: NonNullable<MenuPlace['setting']>): boolean {
  return setting === 'AUTH_USER_REGISTRATION' ? registrationOpen : bootstrap.conf[setting] === true;
}

function itemsOf({ childs }: MenuPart): { key: string; label: string }[] {
  return childs.map(({ url, label }) => ({ key: url, label }));
}

/** The bar above every screen. */
export function Navigation() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const everywhere: MenuProps['items'] = BAR.map((part) =>
    part.childs.length > 0
      ? { type: 'group', key: part.name, label: part.label, children: itemsOf(part) }
      : { key: part.url, label: part.label },
  );
  const isUnder = ({ under }: MenuPart) => under.some((path) => pathname.startsWith(path));
  const go: MenuProps['onClick'] = ({ key }) => void navigate({ to: key });
  return (
    <header className={styles.bar}>
      <Link to="/superset/welcome/" className={styles.brand} aria-label="Chartroom, home">
        <img src={logo} alt="" width={24} height={24} />
        <span className={styles.wide}>Chartroom</span>
      </Link>
      <nav className={styles.links} aria-label="Main">
        {BAR.map((part) =>
          part.childs.length > 0 ? (
            <DropMenu
              key={part.name}
              trigger={['hover', 'click']}
              menu={{ items: itemsOf(part), onClick: go }}
            >
              <button type="button" className={styles.link} data-active={isUnder(part)}>
                {part.label} <DownOutlined aria-hidden />
              </button>
            </DropMenu>
          ) : (
            <Link key={part.name} to={part.url} className={styles.link} data-active={isUnder(part)}>
              {part.label}
            </Link>
          ),
        )}
        <DropMenu trigger={['click']} menu={{ items: everywhere, onClick: go }}>
          <Button
            className={styles.narrow}
            type="text"
            icon={<MenuOutlined aria-hidden />}
            aria-label="Open the main menu"
          />
        </DropMenu>
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
    mayOpenPage('sqlLab') ? { key: '/sqllab/?new=true', label: 'SQL query' } : null,
    mayOpenPage('newChart') ? { key: '/chart/add', label: 'Chart' } : null,
    mayOpenPage('newDataset') ? { key: '/dataset/add/', label: 'Dataset' } : null,
    mayOpenPage('newDashboard') ? { key: '/dashboard/new', label: 'Dashboard' } : null,
  ].filter((each) => each !== null);
  if (items.length === 0) return null;
  return (
    <DropMenu
      hint="Create"
      trigger={['click']}
      menu={{ items, onClick: ({ key }) => void navigate({ to: key }) }}
    >
      <Button type="primary" size="small" icon={<PlusOutlined aria-hidden />} aria-label="Create" />
    </DropMenu>
  );
}

const MODES: { key: ThemeMode; label: string; icon: React.ReactNode }[] = [
  { key: 'light', label: 'Light', icon: <SunOutlined /> },
  { key: 'dark', label: 'Dark', icon: <MoonOutlined /> },
  { key: 'system', label: 'Match system', icon: <DesktopOutlined /> },
];

const CLEAR = 'clear';
const CONTRAST = 'contrast';

function ThemeSwitch() {
  const { mode, setMode, setStrong, local, setLocal } = useThemeMode();
  const isStrong = useStrong();
  const icon = local ? (
    <ThunderboltOutlined />
  ) : (
    (MODES.find((each) => each.key === mode)?.icon ?? <BulbOutlined />)
  );
  const choose: MenuProps['onClick'] = ({ key }) => {
    if (key === CLEAR) setLocal(undefined);
    if (key === CONTRAST) setStrong(!isStrong);
    const chosen = MODES.find((each) => each.key === key);
    if (chosen) setMode(chosen.key);
  };
  const items: MenuProps['items'] = [
    ...MODES,
    ...(local ? [{ key: CLEAR, label: 'Clear local theme', icon: <ThunderboltOutlined /> }] : []),
    { type: 'divider' },
    { key: CONTRAST, label: isStrong ? 'Usual contrast' : 'More contrast', icon: <EyeOutlined /> },
  ];
  return (
    <DropMenu
      hint={local ? 'This theme is set locally' : ''}
      trigger={['click']}
      menu={{ items, selectable: true, selectedKeys: local ? [] : [mode], onClick: choose }}
    >
      <Button type="text" icon={icon} aria-label="Theme" />
    </DropMenu>
  );
}

function UserMenu() {
  const navigate = useNavigate();
  const user = bootstrap.user;
  const groups = IN_SETTINGS.flatMap((name) => MENU.filter((part) => part.name === name)).map((part) => ({
    type: 'group' as const,
    label: part.label,
    children: itemsOf(part),
  }));
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
    <DropMenu trigger={['click']} menu={{ items, onClick: go }}>
      <Button type="text" icon={<SettingOutlined aria-hidden />} aria-label="Settings">
        <span className={styles.wide}>Settings</span>
      </Button>
    </DropMenu>
  );
}
