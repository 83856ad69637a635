import { scopedCss } from '@chartroom/ui';
import { useId, useMemo } from 'react';
import type { ViewProps } from '../../chart-type.ts';
import { fillDefaults } from '../../controls/panel.ts';
import { SafeMarkup } from '../../view/safe-markup.tsx';
import { controls } from './controls.ts';
import styles from './handlebars-view.module.css';
import { pageOf } from './page.ts';

/** The filled template as a page of its own: it styles nothing around it, and nothing in it runs. */
export function HandlebarsView({ form, results, theme }: ViewProps) {
  const id = useId();
  const page = useMemo(() => pageOf(fillDefaults(controls, form), results), [form, results]);
  const css = useMemo(
    () => (page.problem === undefined ? scopedCss(page.css, `#${CSS.escape(id)}`) : ''),
    [page, id],
  );
  const content = useMemo(
    () => (page.problem === undefined ? <SafeMarkup text={page.markup} whole /> : null),
    [page],
  );
  if (page.problem !== undefined)
    return (
      <p role="alert" className={styles.problem} style={{ color: theme.colorError }}>
        {page.problem}
      </p>
    );
  return (
    <div className={styles.frame} style={{ color: theme.colorText, fontFamily: theme.fontFamily }}>
      {css !== '' && (
        <style nonce={document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce}>
          {css}
        </style>
      )}
      <div id={id} className={styles.page}>
        {content}
      </div>
    </div>
  );
}
