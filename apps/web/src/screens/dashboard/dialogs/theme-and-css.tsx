import { type CssTemplateRow, type DashboardItem, type ThemeRow, themeApi } from '@chartroom/model';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Drawer, Modal, Select, Space } from 'antd';
import { useEffect, useId, useState } from 'react';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/client.ts';
import { fetchList } from '../../../api/list.ts';
import { may } from '../../../base/bootstrap.ts';
import { CodeField } from '../../../shared/editor/code-field.tsx';
import { isPlainLook, PLAIN_LOOK } from '../plain-look.ts';
import { useDashboard, useDashboardStore } from '../store/dashboard-context.ts';
import { holdChange } from '../store/held-properties.ts';
import styles from './dialogs.module.css';

/** Milliseconds without a key after which the board is seen in the CSS that was typed. */
const PAUSE = 250;

/** 'Theme & CSS': how the dashboard looks, seen on the board beside at once and kept with Save (contract/ui.md B9). */
export function ThemeAndCss({ onClose }: { onClose: () => void }) {
  const store = useDashboardStore();
  const info = useDashboard((state) => state.dashboard.info);
  const [before] = useState({ css: info.css, theme: info.theme });
  const [css, setCss] = useState(info.css ?? '');
  const [open, setOpen] = useState(true);
  const [problem, setProblem] = useState<string>();
  const [templateId, themeId] = [useId(), useId()];
  const [modal, question] = Modal.useModal();
  useEffect(() => {
    if (css === (store.getState().dashboard.info.css ?? '')) return;
    const timer = setTimeout(() => holdChange(store, { fields: { css } }), PAUSE);
    return () => clearTimeout(timer);
  }, [css, store]);
  const apply = () => {
    if (css !== (store.getState().dashboard.info.css ?? '')) holdChange(store, { fields: { css } });
    setOpen(false);
  };
  const revert = () => {
    const { theme, css: seen } = store.getState().dashboard.info;
    if (seen !== before.css) holdChange(store, { fields: { css: before.css } });
    if (theme?.id !== before.theme?.id) holdTheme(before.theme);
    setOpen(false);
  };
  const leave = () => {
    if (css === (before.css ?? '') && info.theme?.id === before.theme?.id) setOpen(false);
    else
      void modal.confirm({
        title: 'Discard your changes?',
        content: 'The dashboard looks as it did before.',
        okText: 'Discard',
        okButtonProps: { danger: true },
        cancelText: 'Keep editing',
        onOk: revert,
      });
  };
  const holdTheme = (theme: DashboardItem['theme']) =>
    holdChange(store, { fields: { theme_id: theme?.id ?? null }, theme });
  const chooseTheme = async (id: number | undefined) => {
    setProblem(undefined);
    try {
      if (id === undefined) return holdTheme(null);
      const { result } = await api(themeApi.show, { params: { pk: id } });
      holdTheme({ id, theme_name: result.theme_name, json_data: result.json_data });
    } catch (error) {
      setProblem(`The theme could not be read: ${errorText(error)}`);
    }
  };
  return (
    <Drawer
      open={open}
      title="Theme & CSS"
      mask={false}
      size={440}
      onClose={leave}
      afterOpenChange={(isOpen) => !isOpen && onClose()}
      extra={
        <Space>
          <Button onClick={revert}>Cancel</Button>
          <Button type="primary" onClick={apply}>
            Apply
          </Button>
        </Space>
      }
    >
      {question}
      <div className={styles.look}>
        {problem && <Alert type="error" showIcon title={problem} />}
        <label htmlFor={themeId}>Theme</label>
        <ThemeSelect id={themeId} value={info.theme ?? undefined} onChange={chooseTheme} />
        {may('can_read', 'CssTemplate') && (
          <>
            <label htmlFor={templateId}>Load CSS template</label>
            <TemplateSelect id={templateId} onChoose={setCss} />
          </>
        )}
        <span>CSS</span>
        <CodeField label="CSS" language="css" height={320} value={css} onChange={setCss} />
        <p className={styles.hint}>
          The board shows it while you type; it is kept when the dashboard is saved. It styles what stands in
          the dashboard alone. What fetches from elsewhere (@import, url(…), fonts) is left out.
        </p>
        <WayOut />
      </div>
    </Drawer>
  );
}

/** Says how the dashboard is opened when its look hides what is needed. */
function WayOut() {
  if (isPlainLook())
    return (
      <Alert type="warning" title="The board is shown without theme and CSS now, as its address wants it." />
    );
  return (
    <Alert
      type="info"
      title={
        <>
          Should a theme or CSS hide what you need, the dashboard opens without them at an address with{' '}
          <a
            href={plainAddress()}
            target="_blank"
            rel="noreferrer"
            style={{ whiteSpace: 'nowrap', textDecoration: 'underline' }}
          >
            {PLAIN_LOOK}
          </a>
        </>
      }
    />
  );
}

/** The address of the dashboard without theme and CSS, as it is built. */
function plainAddress(): string {
  const search = new URLSearchParams(window.location.search);
  const [name = '', value = ''] = PLAIN_LOOK.slice(1).split('=');
  search.set(name, value);
  return `${window.location.pathname}?${search}`;
}

/** The themes that people have made; none is the installation's. */
function ThemeSelect({
  id,
  value,
  onChange,
}: {
  id: string;
  value: { id: number; theme_name: string } | undefined;
  onChange: (id: number | undefined) => Promise<void>;
}) {
  const themes = useQuery({
    queryKey: ['theme', 'choices'],
    queryFn: ({ signal }) =>
      fetchList<ThemeRow>(
        'theme',
        { order_column: 'theme_name', order_direction: 'asc', page: 0, page_size: 100 },
        signal,
      ),
  });
  const made = (themes.data?.result ?? []).filter(({ is_system }) => !is_system);
  const known = value && !made.some((theme) => theme.id === value.id) ? [value, ...made] : made;
  return (
    <>
      <Select
        id={id}
        allowClear
        placeholder="As the installation looks"
        loading={themes.isFetching}
        {...(value ? { value: value.id } : {})}
        options={known.map((theme) => ({ value: theme.id, label: theme.theme_name }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(chosen?: number) => void onChange(chosen)}
      />
      {themes.isError && <Alert type="error" title={errorText(themes.error)} />}
    </>
  );
}

/** Takes the CSS of a template over. */
function TemplateSelect({ id, onChoose }: { id: string; onChoose: (css: string) => void }) {
  const templates = useQuery({
    queryKey: ['css_template', 'choices'],
    queryFn: ({ signal }) =>
      fetchList<CssTemplateRow>(
        'css_template',
        { order_column: 'template_name', order_direction: 'asc', page: 0, page_size: 100 },
        signal,
      ),
  });
  const rows = templates.data?.result ?? [];
  return (
    <>
      <Select
        id={id}
        placeholder={templates.isSuccess && rows.length === 0 ? 'There are no templates yet' : 'Select ...'}
        loading={templates.isFetching}
        options={rows.map((row) => ({ value: row.id, label: row.template_name ?? `#${row.id}` }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(chosen: number) => onChoose(rows.find((row) => row.id === chosen)?.css ?? '')}
      />
      {templates.isError && <Alert type="error" title={errorText(templates.error)} />}
    </>
  );
}
